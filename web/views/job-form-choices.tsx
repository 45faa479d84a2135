/** The fields of an automation that are chosen from a list: conversation, kind of work, model and time zone. */
import { nameOf } from '../model/session-tree.ts';
import type { JobChoices, Session } from '../model/shapes.ts';
import { words } from '../state/preferences.ts';
import { sessionOf } from '../state/store.ts';
import { Field, TextField, describedBy } from './job-fields.tsx';
import type { FieldProps } from './job-fields.tsx';
import { useConsole } from './use-console.ts';

interface Option {
  readonly value: string;
  readonly label: string;
}

interface ChoiceProps extends FieldProps {
  name: 'session' | 'profile' | 'model';
  label: string;
  hint?: string;
  options: readonly Option[];
}

/** What a job has already is among the options, even where nobody would offer it. */
function ChoiceField({ fields, problems, name, label, hint, options }: ChoiceProps) {
  const value = fields.value[name];
  const all = options.some((option) => option.value === value)
    ? options
    : [...options, { value, label: value }];
  return (
    <Field name={name} label={label} hint={hint} problem={problems.value[name]}>
      <select
        class="input"
        name={name}
        value={value}
        onChange={({ currentTarget }) => (fields.value = { ...fields.value, [name]: currentTarget.value })}
        {...describedBy(name, problems.value)}
      >
        {all.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  );
}

export function PlaceField(props: FieldProps) {
  const { store } = useConsole();
  const { form: say } = words.value.automations;
  const label = (session: Session): string => {
    const parent = sessionOf(store, session.origin?.parent);
    const name = nameOf(session, words.value);
    return parent ? `${nameOf(parent, words.value)} › ${name}` : name;
  };
  const places = store.listed.value
    .filter(({ key }) => /^(?:console|discord|terminal):/.test(key))
    .map((session) => ({ value: session.key, label: label(session) }))
    .sort((a, b) => a.label.localeCompare(b.label));
  return (
    <ChoiceField
      {...props}
      name="session"
      label={say.session}
      hint={say.sessionHint}
      options={[{ value: '', label: say.isolated }, ...places]}
    />
  );
}

export function ProfileField({ choices, ...props }: FieldProps & { choices: JobChoices['profiles'] }) {
  const { form: say } = words.value.automations;
  const options = choices.map(({ value, about }) => ({ value, label: about }));
  return <ChoiceField {...props} name="profile" label={say.profile} options={options} />;
}

export function ModelField(props: FieldProps) {
  const status = useConsole().store.status.value;
  const { form: say } = words.value.automations;
  const serving = status ? [...(status.providers ?? []), status.model] : [];
  const models = new Map(serving.map(({ provider, model }) => [provider, model]));
  const options = [...models].map(([value, model]) => ({
    value,
    label: value === model ? value : `${value} · ${model}`,
  }));
  return (
    <ChoiceField
      {...props}
      name="model"
      label={say.model}
      options={[{ value: '', label: say.modelUsual }, ...options]}
    />
  );
}

export function ZoneField({ own, ...props }: FieldProps & { own: string }) {
  const { form: say } = words.value.automations;
  const zones = [...new Set([own, ...Intl.supportedValuesOf('timeZone')])];
  return <TextField {...props} name="tz" label={say.zone} hint={say.zoneHint} list={zones} />;
}
