// What topics hold by Kafka's own consumer, which shares no code with the product's. Each line on standard input is a
// request, `broker topic contents`, tab-separated. The answer is one line of tab-separated fields a message, `isolation
// partition offset journal first last value`, and the line `complete`. The value is in base64 where `contents` is
// `values`, and empty otherwise. Each request has consumers of its own. Ends with its standard input, or when it fails.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

class ReadTopic {
  private static final long GIVE_UP_MS = 90_000;

  public static void main(String[] args) throws IOException {
    BufferedReader requests = new BufferedReader(new InputStreamReader(System.in));
    for (String request = requests.readLine(); request != null; request = requests.readLine()) {
      String[] fields = request.split("\t");
      answer(fields[0], fields[1], fields[2].equals("values"));
      System.out.println("complete");
      System.out.flush();
    }
  }

  private static void answer(String broker, String topic, boolean hasValues) {
    // uncommitted offsets define the end, so the committed read waits for transactions that are still open
    Map<TopicPartition, Long> ends;
    try (KafkaConsumer<byte[], byte[]> consumer = open(broker, "read_uncommitted")) {
      ends = consumer.endOffsets(partitionsOf(consumer, topic));
      read(consumer, "read_uncommitted", ends, hasValues);
    }
    try (KafkaConsumer<byte[], byte[]> consumer = open(broker, "read_committed")) {
      read(consumer, "read_committed", ends, hasValues);
    }
  }

  private static KafkaConsumer<byte[], byte[]> open(String broker, String isolation) {
    Properties settings = new Properties();
    settings.put("bootstrap.servers", broker);
    settings.put("isolation.level", isolation);
    settings.put("enable.auto.commit", "false");
    settings.put("auto.offset.reset", "none");
    return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  private static List<TopicPartition> partitionsOf(KafkaConsumer<byte[], byte[]> consumer, String topic) {
    return consumer.partitionsFor(topic).stream()
        .map(info -> new TopicPartition(topic, info.partition()))
        .collect(Collectors.toList());
  }

  private static void read(
      KafkaConsumer<byte[], byte[]> consumer, String isolation, Map<TopicPartition, Long> ends, boolean hasValues) {
    consumer.assign(ends.keySet());
    consumer.seekToBeginning(ends.keySet());
    long giveUpAt = System.currentTimeMillis() + GIVE_UP_MS;
    while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
      if (System.currentTimeMillis() > giveUpAt) throw new IllegalStateException("the end was not reached");
      StringBuilder lines = new StringBuilder();
      for (ConsumerRecord<byte[], byte[]> message : consumer.poll(Duration.ofMillis(200)))
        lines.append(lineOf(isolation, message, hasValues));
      System.out.print(lines);
    }
  }

  private static String lineOf(String isolation, ConsumerRecord<byte[], byte[]> message, boolean hasValues) {
    byte[] value = hasValues && message.value() != null ? message.value() : new byte[0];
    return String.join("\t", isolation, String.valueOf(message.partition()), String.valueOf(message.offset()),
        headerOf(message, "journal"), headerOf(message, "first"), headerOf(message, "last"),
        Base64.getEncoder().encodeToString(value)) + "\n";
  }

  private static String headerOf(ConsumerRecord<byte[], byte[]> message, String name) {
    Header header = message.headers().lastHeader(name);
    return header == null ? "" : new String(header.value());
  }
}
