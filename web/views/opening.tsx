/** What stands above the first message: the conversation's beginning, or why it isn't shown yet. */
import { isReadOnly, nameOf } from '../model/session-tree.ts';
import { words } from '../state/preferences.ts';
import type { Store } from '../state/store.ts';
import { sessionOf } from '../state/store.ts';
import { Icon } from './icon.tsx';
import { useConsole } from './use-console.ts';

type Stage = 'none' | 'failed' | 'loading' | 'start' | 'older' | '';

export function Opening({ sessionKey }: { sessionKey: string | null }) {
  const { store } = useConsole();
  const stage = stageOf(store, sessionKey);
  return (
    <div class={`opening ${stage}`}>
      <Stand stage={stage} sessionKey={sessionKey} />
    </div>
  );
}

function stageOf({ logs, sessionsLoaded }: Store, key: string | null): Stage {
  if (key === null) return sessionsLoaded.value ? 'none' : '';
  const log = logs.value[key];
  if (log?.failed && !log.loading) return 'failed';
  if (!log?.loaded) return 'loading';
  if (log.complete) return 'start';
  return log.loading ? 'older' : '';
}

function Stand({ stage, sessionKey }: { stage: Stage; sessionKey: string | null }) {
  const { desk } = useConsole();
  const { conversation: say, app } = words.value;
  switch (stage) {
    case '':
      return null;
    case 'loading':
      return (
        <div class="skeleton" role="img" aria-label={say.loading}>
          {[1, 2, 3].map((n) => (
            <div key={n}>
              <i />
              <span>
                <b />
                <b />
              </span>
            </div>
          ))}
        </div>
      );
    case 'older':
      return <p class="quiet">{say.loadingOlder}</p>;
    case 'failed':
      return (
        <p class="quiet">
          {say.notLoaded}{' '}
          <button type="button" class="link-button" onClick={() => void desk.loadAgain(sessionKey ?? '')}>
            {app.tryAgain}
          </button>
        </p>
      );
    case 'none':
      return (
        <div class="empty">
          <Icon name="moon" />
          <h2>{say.quiet}</h2>
          <p>{say.choose}</p>
        </div>
      );
    case 'start':
      return <Beginning sessionKey={sessionKey} />;
  }
}

function Beginning({ sessionKey }: { sessionKey: string | null }) {
  const session = sessionOf(useConsole().store, sessionKey);
  const { conversation: say } = words.value;
  const sign = session?.origin?.parent ? 'thread' : isReadOnly(sessionKey ?? '') ? 'clock' : 'hash';
  return (
    <div class="beginning">
      <span class="beginning-icon">
        <Icon name={sign} />
      </span>
      <h2>{session ? nameOf(session, words.value) : ''}</h2>
      <p>{session?.draft ? say.draft : say.begins}</p>
    </div>
  );
}
