/** The first questions of the setup: the language, and what the newsroom covers. */
import { useSignal } from '@preact/signals';
import type { SetupLook } from '../model/setup-data.ts';
import { langOf, locale, words } from '../state/preferences.ts';
import { Choice, StepForm, TextField } from './setup-step.tsx';
import { useConsole } from './use-console.ts';

export function LanguageStep({ look }: { look: SetupLook }) {
  const { setup } = useConsole();
  const { setup: say } = words.value;
  const usual = locale.value === 'zh' ? 'zh-Hant-HK' : 'en';
  const language = useSignal(look.draft.language ?? usual);
  const choices = (['en', 'zh-Hant-HK'] as const).map((value) => ({
    ...{ value, label: say.languages[value], lang: value },
  }));
  return (
    <StepForm question={say.language} submit={() => void setup.answer({ language: language.value })}>
      <Choice
        name="language"
        legend={say.language}
        choices={choices}
        chosen={language.value}
        choose={(value) => (language.value = value)}
      />
    </StepForm>
  );
}

/** Chosen instead of an edition. */
const TOPIC = '';

export function EditionStep({ look }: { look: SetupLook }) {
  const { setup } = useConsole();
  const { setup: say } = words.value;
  const { draft, editions } = look;
  const known = draft.edition;
  const from = useSignal(known ? (known.from ?? TOPIC) : (editions[0]?.name ?? TOPIC));
  const topic = useSignal(known?.topic ?? '');
  const title = useSignal(known?.title ?? '');
  const choices = [
    ...editions.map((one) => ({
      ...{ value: one.name, label: say.fromEdition(one.title), lang: langOf(one.title) },
      hint: one.name === 'sample' ? say.sampleHint : one.name,
    })),
    { value: TOPIC, label: say.fromTopic },
  ];
  const submit = () => {
    const isSame = known && (known.from ?? TOPIC) === from.value && (known.topic ?? '') === topic.value;
    // Answered again, it would forget the feeds.
    if (isSame && known.title === title.value.trim()) return setup.skip();
    if (from.value === TOPIC && topic.value.trim() === '') {
      setup.problem.value = say.noTopic;
      return;
    }
    const named = title.value.trim() === '' ? {} : { title: title.value.trim() };
    void setup.answer({
      edition: from.value === TOPIC ? { topic: topic.value, ...named } : { from: from.value, ...named },
    });
  };
  return (
    <StepForm question={say.edition} submit={submit}>
      <Choice
        name="edition"
        legend={say.edition}
        choices={choices}
        chosen={from.value}
        choose={(value) => {
          from.value = value;
          title.value = '';
        }}
      />
      {from.value === TOPIC && (
        <TextField
          id="setup-topic"
          label={say.topic}
          hint={say.topicHint}
          value={topic.value}
          set={(value) => (topic.value = value)}
        />
      )}
      <TextField
        id="setup-name"
        label={say.name}
        hint={say.nameHint}
        value={title.value}
        set={(value) => (title.value = value)}
      />
    </StepForm>
  );
}
