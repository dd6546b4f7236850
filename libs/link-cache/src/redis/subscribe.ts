// Subscriptions of one link cache: they share a channel, which is opened with the first of them.

import type { LinkCache } from '../port/link-cache';
import type { ChangeChannel } from './change-channel';
import type { ChangeListeners, Listener } from './change-listeners';

/** How long a start waits for the first proof that the channel receives messages. */
const FIRST_PROOF_MS = 1_000;

/** `open` throws when the link cache cannot listen. */
export function makeSubscribe(
  listeners: ChangeListeners,
  open: () => ChangeChannel,
): { subscribe: LinkCache['subscribe']; close: () => Promise<void> } {
  let channel: ChangeChannel | undefined;
  return {
    subscribe: async (onChange, onMissed = () => undefined, onEmptied = onMissed) => {
      const listener: Listener = { onChange, onMissed, onEmptied };
      listeners.add(listener);
      const heard = (channel ??= open());
      await heard.waitForConnection(FIRST_PROOF_MS);
      return {
        isConnected: () => heard.isConnected() && listeners.has(listener),
        close: () => {
          listeners.remove(listener);
          return Promise.resolve();
        },
      };
    },
    close: async () => {
      listeners.clear();
      await channel?.close();
    },
  };
}
