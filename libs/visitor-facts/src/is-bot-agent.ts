// Decides whether a User-Agent is a bot's: our rules first, then isbot on what is left without misleading app names.
import { isbot } from 'isbot';

import { browserShapes, machineWords, misleadingNames, plainBrowsers } from './bot-rules';

/** True for crawlers, link previews, monitors, libraries and an empty agent; false for browsers and in-app browsers. */
export function isBotAgent(agent: string): boolean {
  if (agent.trim() === '') return true;
  if (machineWords.test(agent)) return true;
  // After a usual prefix, isbot classifies a plain browser by its words alone, not by its length.
  if (plainBrowsers.test(agent))
    return isbot(`Mozilla/5.0 (X11) Gecko/1 ${agent.replace(plainBrowsers, '')}`);
  // An agent that does not even pretend to be a browser is a program: curl/8, okhttp/4, Dalvik/2, MyApp/3 CFNetwork.
  if (!browserShapes.test(agent)) return true;
  return isbot(agent.replace(misleadingNames, ''));
}
