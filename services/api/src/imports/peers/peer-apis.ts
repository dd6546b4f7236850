// The shorteners whose links move in by their API.

import { bitly } from './bitly';
import { dub } from './dub';
import { kutt } from './kutt';
import type { PeerApi } from './peer-api';
import { rebrandly } from './rebrandly';
import { shlink } from './shlink';
import { shortIo } from './short-io';
import { sink } from './sink';
import { yourls } from './yourls';

export const peerApis: readonly PeerApi[] = [bitly, dub, kutt, rebrandly, shlink, shortIo, sink, yourls];
