/** Which language model writes: its settings are tried before they are kept. */
import { useSignal } from '@preact/signals';
import type { Finding, Provider, SetupLook } from '../model/setup-data.ts';
import { langOf, locale, words } from '../state/preferences.ts';
import { Choice, StepForm, TextField } from './setup-step.tsx';
import { useConsole } from './use-console.ts';

/** The desk model's name. */
const NONE = 'desk';

export function ModelStep({ look }: { look: SetupLook }) {
  const { setup } = useConsole();
  const { setup: say } = words.value;
  const setUp = look.providers.find(({ isSetUp }) => isSetUp);
  const chosen = useSignal(look.draft.model ?? setUp?.name ?? NONE);
  const settings = useSignal<Readonly<Record<string, string>>>({});
  const findings = useSignal<readonly Finding[] | null>(null);
  const provider = look.providers.find(({ name }) => name === chosen.value);
  const given = () =>
    Object.fromEntries(Object.entries(settings.value).filter(([, value]) => value.trim() !== ''));
  const take = () => setup.answer({ model: { provider: chosen.value, settings: given() } });
  const test = async () => {
    findings.value = null;
    const done = await setup.doing(async () => {
      const request = { provider: chosen.value, settings: given(), locale: locale.value };
      findings.value = (await setup.call('setup.model.test', request)).findings;
    });
    if (done && works(findings.value)) await take();
  };
  const choices = [
    { value: NONE, label: say.noModel, hint: say.noModelHint },
    ...look.providers.map(({ name, title }) => ({ value: name, label: title })),
  ];
  return (
    <StepForm
      question={say.model}
      {...(provider && { next: say.testModel })}
      submit={() => void (provider ? test() : take())}
    >
      <Choice
        name="model"
        legend={say.model}
        choices={choices}
        chosen={chosen.value}
        choose={(value) => {
          chosen.value = value;
          settings.value = {};
          findings.value = null;
        }}
      />
      {provider && (
        <Settings
          provider={provider}
          look={look}
          settings={settings.value}
          set={(name, value) => (settings.value = { ...settings.value, [name]: value })}
        />
      )}
      {findings.value && <Findings findings={findings.value} take={() => void take()} />}
    </StepForm>
  );
}

const works = (findings: readonly Finding[] | null): boolean =>
  findings !== null && findings.length > 0 && findings.every(({ state }) => state !== 'problem');

interface SettingsProps {
  provider: Provider;
  look: SetupLook;
  settings: Readonly<Record<string, string>>;
  set: (name: string, value: string) => void;
}

function Settings({ provider, look, settings, set }: SettingsProps) {
  const { setup: say, settings: named } = words.value;
  return (
    <>
      {provider.asks.map(({ name, meaning, secret, isSet }) => {
        const kept = isSet || look.given.includes(name) ? say.secretIsSet : '';
        const about = named.meanings[name] ?? meaning;
        return (
          <TextField
            key={name}
            id={`setup-${name}`}
            label={name}
            hint={[about, kept].filter(Boolean).join(' ')}
            type={secret ? 'password' : 'text'}
            value={settings[name] ?? ''}
            set={(value) => set(name, value)}
          />
        );
      })}
    </>
  );
}

function Findings({ findings, take }: { findings: readonly Finding[]; take: () => void }) {
  const { setup: say } = words.value;
  const isWell = works(findings);
  return (
    <div class={`setup-said${isWell ? '' : ' bad'}`} role="status">
      <p>{isWell ? say.modelWorks : findings.length === 0 ? say.modelUnset : say.modelFails}</p>
      {findings.map(({ text, remedy }) => (
        <p key={text} lang={langOf(text)}>
          {[text, remedy].filter(Boolean).join(' ')}
        </p>
      ))}
      {!isWell && findings.length > 0 && (
        <button type="button" class="button" onClick={take}>
          {say.takeAnyway}
        </button>
      )}
    </div>
  );
}
