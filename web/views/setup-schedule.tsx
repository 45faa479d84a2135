/** When stories are planned: understood while it is typed, with its next times. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { approvalAnswer, hasApproval } from '../model/setup-data.ts';
import type { ReadSchedule, SetupLook } from '../model/setup-data.ts';
import { dayAndTime, ownZone } from '../model/times.ts';
import { attempt } from '../state/desk.ts';
import { locale, words } from '../state/preferences.ts';
import { StepForm, TextField } from './setup-step.tsx';
import { useConsole } from './use-console.ts';

/** While one types on, the desk isn't asked. */
const TYPING_MS = 300;

export function ScheduleStep({ look }: { look: SetupLook }) {
  const { setup } = useConsole();
  const { setup: say } = words.value;
  const { draft } = look;
  const typed = useSignal(draft.schedule?.words ?? look.usualSchedule[locale.value]);
  const zone = useSignal(look.zone);
  const approval = useSignal(hasApproval(look));
  const read = useSignal<ReadSchedule | null>(null);
  const request = { words: typed.value, zone: zone.value.trim() };
  useEffect(() => {
    let isGone = false;
    read.value = null;
    const timer = setTimeout(
      () =>
        void attempt(async () => {
          const answer = await setup.call('setup.schedule.read', request);
          if (!isGone) read.value = answer;
        }),
      TYPING_MS,
    );
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [typed.value, zone.value]);
  return (
    <StepForm
      question={say.schedule}
      submit={() => void setup.answer({ schedule: request, ...approvalAnswer(look, approval.value) })}
    >
      <TextField
        id="setup-words"
        label={say.words}
        hint={say.wordsHint}
        value={typed.value}
        set={(value) => (typed.value = value)}
      />
      <TextField
        id="setup-zone"
        label={say.zone}
        list="setup-zones"
        value={zone.value}
        set={(value) => (zone.value = value)}
      />
      <datalist id="setup-zones">
        {Intl.supportedValuesOf('timeZone').map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <Understood read={read.value} />
      <label class="field check">
        <input
          type="checkbox"
          checked={approval.value}
          onChange={({ currentTarget }) => (approval.value = currentTarget.checked)}
        />
        <span>{say.approval}</span>
      </label>
    </StepForm>
  );
}

function Understood({ read }: { read: ReadSchedule | null }) {
  const { setup: say } = words.value;
  return (
    <div class={`setup-said${read?.understood === false ? ' bad' : ''}`} role="status">
      {!read && <p>{say.reading}</p>}
      {read?.understood === false && <p>{read.because[locale.value]}</p>}
      {read?.understood && (
        <>
          <p>{say.understood(read.sentence[locale.value])}</p>
          <p class="setup-about">{say.nextTimes(ownZone())}</p>
          <ol>
            {read.nextMs.map((at) => (
              <li key={at}>
                <time dateTime={new Date(at).toISOString()}>{dayAndTime(at, words.value)}</time>
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}
