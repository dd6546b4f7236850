// The listeners to changes. One that throws does not keep changes from the others; its own loss is reported as a gap.

import type { Log } from '@kurz/process';
import type { ChangedKey, OnChange } from '../port/link-cache';

export type Listener = { onChange: OnChange; onMissed: () => void; onEmptied: () => void };

export type ChangeListeners = {
  add: (listener: Listener) => void;
  remove: (listener: Listener) => void;
  has: (listener: Listener) => boolean;
  clear: () => void;
  notifyChange: (key: ChangedKey) => void;
  notifyMissed: () => void;
  notifyEmptied: () => void;
};

export function makeChangeListeners(log: Log): ChangeListeners {
  const listeners = new Set<Listener>();

  const attempt = (call: () => void): boolean => {
    try {
      call();
      return true;
    } catch (error) {
      log.error({ event: 'change_listener_failed', err: error });
      return false;
    }
  };

  return {
    add: (listener) => void listeners.add(listener),
    remove: (listener) => void listeners.delete(listener),
    has: (listener) => listeners.has(listener),
    clear: () => listeners.clear(),
    notifyChange: (key) => {
      for (const listener of [...listeners]) {
        if (!attempt(() => void listener.onChange(key))) attempt(listener.onMissed);
      }
    },
    notifyMissed: () => {
      for (const listener of [...listeners]) attempt(listener.onMissed);
    },
    notifyEmptied: () => {
      for (const listener of [...listeners]) if (!attempt(listener.onEmptied)) attempt(listener.onMissed);
    },
  };
}
