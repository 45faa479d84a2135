/** The page of the setup: from here to a newsroom of one's own, a question at a time. */
import { STEPS, canGoTo } from '../model/setup-data.ts';
import type { SetupLook, Step } from '../model/setup-data.ts';
import { words } from '../state/preferences.ts';
import { ask } from './questions.tsx';
import { Icon } from './icon.tsx';
import { Page } from './page.tsx';
import { Blank } from './panel.tsx';
import { ChannelStep } from './setup-channel.tsx';
import { EditionStep, LanguageStep } from './setup-edition.tsx';
import { FeedsStep } from './setup-feeds.tsx';
import { ModelStep } from './setup-model.tsx';
import { ScheduleStep } from './setup-schedule.tsx';
import { WriteStep } from './setup-write.tsx';
import { useConsole } from './use-console.ts';

export function SetupPage() {
  const { setup } = useConsole();
  const { setup: say, app } = words.value;
  const look = setup.look.value;
  return (
    <Page name="setup">
      <div class="board-page" aria-busy={!look && !setup.failed.value}>
        <div class="setup-page">
          {look ? (
            <Questions look={look} />
          ) : (
            <ul>
              <Blank title={setup.failed.value ? say.failed : app.loading} />
            </ul>
          )}
        </div>
      </div>
    </Page>
  );
}

const VIEWS: Readonly<Record<Step, (props: { look: SetupLook }) => preact.JSX.Element>> = {
  language: LanguageStep,
  edition: EditionStep,
  feeds: FeedsStep,
  model: ModelStep,
  channel: ChannelStep,
  schedule: ScheduleStep,
  write: WriteStep,
};

function Questions({ look }: { look: SetupLook }) {
  const { setup } = useConsole();
  const { setup: say } = words.value;
  const { value: step } = setup.step;
  const View = VIEWS[step];
  const isBegun = Object.keys(look.draft).length > 0;
  const startAfresh = async () => {
    const question = { title: say.afreshTitle, body: say.afreshBody, agree: say.afresh, danger: true };
    if (await ask(question)) await setup.discard();
  };
  return (
    <>
      <p class="setup-about">{isBegun ? say.kept : say.about}</p>
      {look.waiting.length > 0 && (
        <p class="feeds-refusal">
          <Icon name="alert" />
          <span>{say.waiting(look.waiting.join(', '))}</span>
        </p>
      )}
      <ol class="setup-steps" aria-label={say.title}>
        {STEPS.map((one) => (
          <Stage key={one} step={one} look={look} />
        ))}
      </ol>
      <View key={step} look={look} />
      {isBegun && (
        <p class="setup-afresh">
          <button type="button" class="link-button" onClick={() => void startAfresh()}>
            {say.afresh}
          </button>
        </p>
      )}
    </>
  );
}

function Stage({ step, look }: { step: Step; look: SetupLook }) {
  const { setup } = useConsole();
  const { setup: say } = words.value;
  const isAnswered = step !== 'write' && !look.open.includes(step);
  return (
    <li>
      <button
        type="button"
        data-step={step}
        aria-current={setup.step.value === step ? 'step' : undefined}
        disabled={!canGoTo(step, look)}
        onClick={() => setup.go(step)}
      >
        {isAnswered && <Icon name="check" />}
        <span>{say.steps[step]}</span>
        {isAnswered && <span class="visually-hidden">{say.answered}</span>}
      </button>
    </li>
  );
}
