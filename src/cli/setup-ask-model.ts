/** The question for a language model: its settings are tried before they are kept. */
import type { AskedProvider } from '../setup/asked-providers.ts';
import type { Setup } from '../setup/setup.ts';
import type { Asking } from './setup-prompt.ts';

export async function askModel(setup: Setup, asking: Asking): Promise<void> {
  const { ask, say } = asking;
  const none = { value: 'desk', label: say.noModel, hint: say.noModelHint };
  const providers = setup.providers();
  const setUp = providers.find(({ isSetUp }) => isSetUp);
  for (;;) {
    const options = providers.map(({ name, title }) => ({ value: name, label: title }));
    const provider = await ask.choose(say.model, [none, ...options], setUp?.name);
    const chosen = providers.find(({ name }) => name === provider);
    if (!chosen) return void (await setup.answerModel('desk', {}));
    if (await tryProvider(chosen, setup, asking)) return;
  }
}

/** @returns whether it was taken; else another one is chosen. */
async function tryProvider(provider: AskedProvider, setup: Setup, asking: Asking): Promise<boolean> {
  const { ask, say } = asking;
  for (;;) {
    const settings = await askSettings(provider, asking);
    const findings = await ask
      .during(
        say.testingModel,
        () => setup.testModel(provider.name, settings),
        (found) => (found.some(({ state }) => state === 'problem') ? say.modelFails : say.modelWorks),
      )
      .catch(() => undefined); // said by the spinner
    for (const { state, text } of findings ?? []) (state === 'ok' ? ask.good : ask.warn)(text);
    const works = findings?.length !== 0 && findings?.every(({ state }) => state !== 'problem');
    const answer = works
      ? 'take'
      : await ask.choose(say.modelFails, [
          { value: 'again', label: say.tryAgain },
          ...(findings ? [{ value: 'take', label: say.takeAnyway }] : []),
          { value: 'other', label: say.otherModel },
        ]);
    if (answer === 'take') {
      await setup.answerModel(provider.name, settings);
      return true;
    }
    if (answer === 'other') return false;
  }
}

async function askSettings({ asks }: AskedProvider, { ask, say }: Asking): Promise<Record<string, string>> {
  const settings: Record<string, string> = {};
  for (const { name, secret, example } of asks) {
    const value = secret
      ? await ask.secret(say.secret(name))
      : await ask.text(`${name} · ${say.optional}`, { placeholder: example });
    if (value.trim() !== '') settings[name] = value.trim();
  }
  return settings;
}
