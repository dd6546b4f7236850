// The server's end of the bench's channel: sends its port, then answers one request at a time.

/** `answers`: a function for each question; `close` comes before the process ends. */
export function answerBench(port, { close = async () => {}, ...answers }) {
  process.on('message', async ({ question, ...about }) => {
    if (question !== 'close') return process.send(await answers[question](about));
    await close();
    process.exit(0);
  });
  process.send({ port });
}
