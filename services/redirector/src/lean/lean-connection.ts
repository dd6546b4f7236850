// A connection of the lean lane, and the answers it waits for, in the order of their requests.
//
// reading → (a head with `Connection: close`, the client's end, a drain) ending → destroyed when all is answered;
// reading → (anything odd) leaving: not read any more; the reference lane gets it when all is answered.

import type { Socket } from 'node:net';
import type { KnownHeaders } from './known-headers';

/** The answer to one request, '' until it is there. */
export type Place = { text: string; isLast: boolean };

export type LeanConnection = {
  socket: Socket;
  remoteAddress: string;
  places: Place[];
  /** Visits whose lines are not in the journal yet; their answers leave in one write when it comes to 0. */
  unwritten: number;
  /** The beginning of a head whose end is still to come. */
  partial: Buffer | undefined;
  /** How often the rest of a head was waited for. */
  pieces: number;
  /** What the reference lane will begin with. */
  leavingWith: Buffer | undefined;
  isEnding: boolean;
  /** The client has ended: what is in the journal is answered, what is still looked up is not. */
  hasLeft: boolean;
  /** The tick in which something happened last. */
  since: number;
  requests: number;
  known: KnownHeaders | undefined;
  /** Stops listening to the socket. */
  detach: () => void;
};

export const openLeanConnection = (socket: Socket, tick: number): LeanConnection => ({
  socket,
  remoteAddress: socket.remoteAddress ?? '',
  places: [],
  unwritten: 0,
  partial: undefined,
  pieces: 0,
  leavingWith: undefined,
  isEnding: false,
  hasLeft: false,
  since: tick,
  requests: 0,
  known: undefined,
  detach: () => {},
});

/** Nothing was asked that is not answered, and no request has begun. */
export const isIdle = (connection: LeanConnection) =>
  connection.places.length === 0 && connection.partial === undefined;

/** Nothing can be sent any more: it is destroyed, or will be when what was sent has left. */
export const isOver = ({ socket }: LeanConnection) => socket.destroyed || socket.writableEnded;

/** Takes the answers off the front that are there, up to the one that ends the connection. */
function takeReady(places: Place[]): { text: string; isLast: boolean } {
  let text = '';
  for (let taken = 0; taken < places.length; taken++) {
    const place = places[taken];
    if (!place?.text) {
      places.splice(0, taken);
      return { text, isLast: false };
    }
    text += place.text;
    if (place.isLast) {
      places.length = 0;
      return { text, isLast: true };
    }
  }
  places.length = 0;
  return { text, isLast: false };
}

/**
 * Sends what can be sent on a connection that is not over, in one write; true when there was anything. A client that
 * does not take its answers is not read until it does.
 */
export function sendReady(connection: LeanConnection): boolean {
  const { socket, places } = connection;
  const { text, isLast } = takeReady(places);
  if (text === '') return false;
  const isTaken = socket.write(text, 'latin1');
  if (isLast || (connection.isEnding && places.length === 0)) {
    connection.isEnding = true;
    socket.destroySoon();
  } else if (!isTaken) {
    socket.pause();
  }
  return true;
}
