// Prints the results of one ingester process: visits a second until all three stores had the backlog, and its CPU time.

import os from 'node:os';

export function printStream(result, { visits, links }) {
  const { visitsPerSecond, cpuPerVisit, cpuShare, rssMiB, secondsOf, parts } = result;
  console.log(
    `\nNode ${process.version}, ${os.cpus().length} x ${os.cpus()[0]?.model.trim()}, load ${os.loadavg()[0].toFixed(1)}; ` +
      `Kafka, ClickHouse, PostgreSQL and Redis share the machine\n`,
  );
  console.log(`backlog            ${visits} visits of ${links} links by Zipf, sums of all stores equal`);
  console.log(`to all stores      ${Math.round(visitsPerSecond)} visits/s`);
  for (const [name, seconds] of Object.entries(secondsOf)) {
    console.log(`${name.padEnd(18)} done after ${seconds.toFixed(1)} s`);
  }
  console.log(`CPU                ${cpuPerVisit.toFixed(1)} µs a visit, ${cpuShare.toFixed(2)} cores in use`);
  console.log(`memory             ${rssMiB.toFixed(0)} MiB resident`);
  if (!parts) return;
  console.log('\n| part | µs a visit |\n| --- | --- |');
  for (const [part, micros] of [...parts].sort(([, a], [, b]) => b - a)) {
    console.log(`| ${part} | ${(micros / visits).toFixed(2)} |`);
  }
}
