/** Starts the console: with the token that the address brought or the tab kept, else at the gate. */
import { render } from 'preact';
import './styles/base.css';
import './styles/sides.css';
import './styles/conversation.css';
import './styles/chat.css';
import './styles/board.css';
import './styles/story.css';
import './styles/feeds.css';
import './styles/jobs.css';
import './styles/settings.css';
import './styles/setup.css';
import './styles/overlays.css';
import { Console } from './state/console.ts';
import { followPreferences } from './state/preferences.ts';
import { followKeys } from './state/shortcuts.ts';
import { keepToken, takeToken, tokenInHash } from './state/token.ts';
import { App } from './views/app.tsx';
import { Gate } from './views/gate.tsx';
import { askForChannel, openFinder, openShortcuts } from './views/overlays.tsx';

const root = document.getElementById('root') ?? document.body;

followPreferences();
const token = takeToken();
if (token) start(token);
else askForToken(false);
// A fresh address with a token, pasted over this one.
addEventListener('hashchange', () => tokenInHash(location.hash) && location.reload());

function askForToken(wrong: boolean): void {
  const enter = (given: string) => (keepToken(given) ? location.reload() : start(given));
  render(<Gate wrong={wrong} enter={enter} />, root);
}

function start(token: string): void {
  const console = new Console(token, () => askForToken(true));
  followKeys(console, {
    find: () => openFinder(console),
    help: openShortcuts,
    channel: () => void askForChannel(console),
  });
  render(<App console={console} />, root);
}
