// A process of hostile clients, apart from the process that measures. Reads attacks, a JSON array per line, and prints
// a line of numbers when they are over: the numbers of an attack are joined by `,`, the attacks by `;`.

import { createInterface } from 'node:readline';
import type { Attack } from './attack';
import { askAhead } from './ask-ahead';
import { dropConnections } from './drop-connections';
import { guessSlugs } from './guess-slugs';
import { holdConnections } from './hold-connections';
import { stayIdle } from './stay-idle';

const run = async (attack: Attack): Promise<number[]> => {
  if (attack.kind === 'drop') return [await dropConnections(attack)];
  if (attack.kind === 'idle') return [await stayIdle(attack)];
  if (attack.kind === 'ahead') return [await askAhead(attack)];
  return attack.kind === 'guess' ? guessSlugs(attack) : holdConnections(attack);
};

async function main(): Promise<void> {
  process.stdout.write('ready\n');
  for await (const line of createInterface(process.stdin)) {
    const numbers = await Promise.all((JSON.parse(line) as Attack[]).map(run));
    process.stdout.write(`${numbers.map((each) => each.join(',')).join(';')}\n`);
  }
}

void main();
