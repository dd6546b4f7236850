import { makeMetrics, type Log } from '@kurz/process';
import { makeSemaphore } from '@kurz/resilience';
import { makeIngesterMetrics } from '../metrics/ingester-metrics';
import type { Sink } from '../sinks/sink';
import type { PartitionSource } from '../source/partition-source';
import { makeLinger } from './linger';
import { runConsumer } from './run-consumer';

/** A stream that is as long as `end` says; `grow` lengthens it and wakes waiting readers. */
function growingSource(isComplete = false) {
  let end = 0;
  let wake: (() => void)[] = [];
  const source: PartitionSource = {
    partition: 0,
    isComplete,
    begin: () => Promise.resolve(0),
    read: () => Promise.reject(new Error('not read here')),
    waitForMore: (from, signal) =>
      new Promise((resolve) => {
        if (end > from || signal.aborted) return resolve();
        wake.push(resolve);
        signal.addEventListener('abort', () => resolve());
      }),
    more: () => Promise.resolve(false),
    isBehind: () => Promise.resolve(false),
    syncedEnd: () => Promise.resolve(end),
  };
  const grow = (by: number) => {
    end += by;
    wake.forEach((resolve) => resolve());
    wake = [];
  };
  return { source, grow, end: () => end };
}

function run(sink: Sink, stream: ReturnType<typeof growingSource>, lingerMs = 0) {
  const events: string[] = [];
  const note = (fields: unknown) =>
    void events.push(
      typeof fields === 'object' && fields !== null && 'event' in fields ? String(fields.event) : '',
    );
  const log: Log = { debug: note, info: note, warn: note, error: note };
  const stopping = new AbortController();
  const linger = makeLinger(lingerMs);
  const metrics = makeMetrics();
  const running = runConsumer({
    source: stream.source,
    sink,
    linger,
    permits: makeSemaphore(),
    hasNext: () => false,
    log,
    metrics: makeIngesterMetrics(metrics),
    signal: stopping.signal,
  });
  const stop = () => {
    stopping.abort();
    return running.ended;
  };
  /** The metrics of its partition. */
  const shown = async () =>
    [...(await metrics.text()).matchAll(/^(kurz_ingester_\w+)\{.*partition="0".*\} (\S+)$/gm)]
      .map(([, name, value]) => `${name} ${value}`)
      .sort();
  return { ...running, stop, events, linger, shown };
}

const until = async (isTrue: () => boolean) => {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5));
};

/** Counts everything there is in one step; fails the next `failures` steps after having counted. */
function countingConsumer(stream: ReturnType<typeof growingSource>) {
  const state = { counted: 0, failures: 0, opened: 0, steps: 0 };
  const consumer: Sink = {
    name: 'hits',
    open: () => {
      state.opened++;
      return Promise.resolve(state.counted);
    },
    step: () => {
      state.steps++;
      state.counted = stream.end();
      if (state.failures-- > 0) return Promise.reject(new Error('no answer'));
      return Promise.resolve({ position: state.counted, isFull: false });
    },
  };
  return { state, consumer };
}

describe('the loop of a consumer', () => {
  it('counts what is there, waits, and counts what comes', async () => {
    const stream = growingSource();
    stream.grow(10);
    const { state, consumer } = countingConsumer(stream);
    const running = run(consumer, stream);
    await until(() => running.position() === 10);
    const { steps } = state;
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(state.steps).toBe(steps);
    stream.grow(5);
    await until(() => running.position() === 15);
    expect(state.opened).toBe(1);
    expect(await running.shown()).toEqual(['kurz_ingester_position 15']);
    await running.stop();
    expect(await running.shown()).toEqual([]);
  });

  it('asks the store where it stands after a failure, and logs the outage and its end once', async () => {
    const stream = growingSource();
    stream.grow(10);
    const { state, consumer } = countingConsumer(stream);
    state.failures = 3;
    const running = run(consumer, stream);
    await until(() => running.position() === 10 && state.failures < 0);
    expect(state.opened).toBe(4);
    expect(running.events).toEqual(['consumer_waits', 'consumer_goes_on']);
    await running.stop();
  });

  it('lingers after the first new visit, unless someone waits for the counts', async () => {
    const stream = growingSource();
    const { consumer } = countingConsumer(stream);
    const running = run(consumer, stream, 60_000);
    await until(() => running.position() === 0);
    stream.grow(10);
    await new Promise((resolve) => setTimeout(resolve, 40));
    stream.grow(10);
    expect(running.position()).toBe(0);
    const endFlush = running.linger.flush();
    await until(() => running.position() === 20);
    endFlush();
    stream.grow(1);
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect(running.position()).toBe(20);
    await running.stop();
  });

  it('does not linger while more waits in the stream than has come', async () => {
    const stream = growingSource();
    let isBehind = true;
    stream.source.isBehind = () => Promise.resolve(isBehind);
    const { consumer } = countingConsumer(stream);
    const running = run(consumer, stream, 60_000);
    stream.grow(10);
    await until(() => running.position() === 10);
    isBehind = false;
    stream.grow(10);
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect(running.position()).toBe(10);
    await running.stop();
  });

  it('says what it has passed after each batch, and does not linger while a batch is full', async () => {
    const stream = growingSource();
    stream.grow(30);
    const passed: number[] = [];
    const { waitForMore } = stream.source;
    stream.source.waitForMore = (from, signal) => {
      passed.push(from);
      return waitForMore(from, signal);
    };
    const step = (from: number) =>
      Promise.resolve({ position: Math.min(from + 10, stream.end()), isFull: from < 20 });
    const running = run({ name: 'hits', open: () => Promise.resolve(0), step }, stream, 60_000);
    await until(() => running.position() === 30);
    expect(passed).toEqual([10, 20, 30]);
    await running.stop();
  });

  it('ends by itself at the end of a complete partition, and on the signal at any time', async () => {
    const stream = growingSource(true);
    stream.grow(4);
    const { consumer } = countingConsumer(stream);
    const complete = run(consumer, stream);
    await complete.ended;
    expect(complete.position()).toBe(4);
    const stuck = run({ ...consumer, open: () => Promise.reject(new Error('away')) }, stream);
    await until(() => stuck.events.length > 0);
    expect(await stuck.shown()).toEqual(['kurz_ingester_consumer_down 1']);
    await stuck.stop();
    expect(stuck.events).toEqual(['consumer_waits']);
    expect(await stuck.shown()).toEqual([]);
  });
});
