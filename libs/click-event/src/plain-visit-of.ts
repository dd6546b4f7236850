// Decodes a line whose fields are valid and hold no escape, as nearly all are. Takes half the time of decoding field by
// field. Returns undefined for any other line, which needs that.

import { LATEST_TIME, VERSION } from './line-format';
import type { Visit } from './visit';

const TAB = '\t';
const TIME = /^\d{1,16}$/;
const ESCAPE = '\\';

export function plainVisitOf(line: string): Visit | undefined {
  if (!line.startsWith(`${VERSION}${TAB}`) || line.includes(ESCAPE)) return undefined;
  // each is the index of the tab after a field; a missing tab is -1, and the next search then begins at the start
  const version = VERSION.length;
  const time = line.indexOf(TAB, version + 1);
  const workspace = line.indexOf(TAB, time + 1);
  const link = line.indexOf(TAB, workspace + 1);
  const scan = line.indexOf(TAB, link + 1);
  const method = line.indexOf(TAB, scan + 1);
  const purpose = line.indexOf(TAB, method + 1);
  const agent = line.indexOf(TAB, purpose + 1);
  const host = line.indexOf(TAB, agent + 1);
  const language = line.indexOf(TAB, host + 1);
  const isWhole =
    version < time &&
    time < workspace &&
    workspace < link &&
    link < scan &&
    scan < method &&
    method < purpose &&
    purpose < agent &&
    agent < host &&
    host < language &&
    !line.includes(TAB, language + 1);
  if (!isWhole) return undefined;

  const timeText = line.slice(version + 1, time);
  const flag = line.slice(link + 1, scan);
  const hasIds = workspace > time + 1 && link > workspace + 1;
  if (!hasIds || (flag !== '0' && flag !== '1') || !TIME.test(timeText)) return undefined;
  const at = Number(timeText);
  if (at > LATEST_TIME) return undefined;
  return {
    time: at,
    workspaceId: line.slice(time + 1, workspace),
    linkId: line.slice(workspace + 1, link),
    isScan: flag === '1',
    method: line.slice(scan + 1, method),
    purpose: line.slice(method + 1, purpose),
    userAgent: line.slice(purpose + 1, agent),
    referrerHost: line.slice(agent + 1, host),
    language: line.slice(host + 1, language),
    network: line.slice(language + 1),
  };
}
