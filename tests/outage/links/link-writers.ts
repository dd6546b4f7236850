// Integrators that make, edit and delete links over several APIs as fast as they are answered. Each request is recorded
// with its answer and latency.

import type { ApiAnswer } from './api-caller';
import type { LinkApi } from './link-world';
import { GONE, type LinkTruth } from './link-truth';

export type LinkWriters = {
  /** Every answer so far. */
  answers: { asked: string; answer: ApiAnswer }[];
  /** Lets each finish the request that it has under way. */
  stop: () => Promise<void>;
};

/** Refusals after which the caller cannot know whether the change was made. */
const isOpen = ({ status }: ApiAnswer) => status === 0 || status >= 500;

export function startLinkWriters(
  deps: { apis: readonly LinkApi[]; truth: LinkTruth },
  config: { writers: number; name: string },
): LinkWriters {
  const { apis, truth } = deps;
  const answers: LinkWriters['answers'] = [];
  let isStopped = false;

  const write = async (writer: number) => {
    let turn = 0;
    const call = async (method: string, slug: string, destination: string, body?: object) => {
      const taken = truth.asked(slug, destination);
      const api = apis[(writer + turn) % apis.length];
      if (!api) throw new Error('no API was handed in');
      const answer = await api.call(method, method === 'POST' ? '/urls' : `/urls/${slug}`, body);
      answers.push({ asked: `${method} ${slug}`, answer });
      if (answer.status < 300 && answer.status > 0) taken(answer.at);
      return !isOpen(answer);
    };
    for (; !isStopped; turn++) {
      const slug = `${config.name}-${writer}-${turn}`;
      const url = `https://example.com/${slug}`;
      // a link with an unknown outcome is not changed further, because its later states could not be judged
      if (!(await call('POST', slug, url, { slug, url }))) continue;
      if (!(await call('PATCH', slug, `${url}/edited`, { url: `${url}/edited` }))) continue;
      if (turn % 3 === 0) await call('DELETE', slug, GONE);
      if (turn % 3 === 1) await call('PATCH', slug, GONE, { isEnabled: false });
    }
  };
  const ended = Promise.all(Array.from({ length: config.writers }, (_, writer) => write(writer)));
  return {
    answers,
    stop: async () => {
      isStopped = true;
      await ended;
    },
  };
}
