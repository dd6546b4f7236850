import { makeMemoryLiveClicks } from '@kurz/live-clicks';
import { describeLiveClicks } from './live-clicks-behaviour';

describeLiveClicks('memory', (clock) => Promise.resolve(makeMemoryLiveClicks({ clock })));
