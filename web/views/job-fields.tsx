/** A field of the form of an automation: its label, its hint, and what is wrong with it. */
import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { FieldProblems, JobField, JobFields } from '../model/job-form.ts';

export interface FieldProps {
  fields: Signal<JobFields>;
  problems: Signal<FieldProblems>;
}

interface TextProps extends FieldProps {
  name: 'name' | 'message' | 'schedule' | 'tz';
  label: string;
  hint?: string;
  rows?: number;
  first?: boolean;
  wide?: boolean;
  /** What is offered while one types. */
  list?: readonly string[];
}

export function TextField({ fields, problems, name, label, hint, rows, first, wide, list }: TextProps) {
  const write = ({ currentTarget }: { currentTarget: { value: string } }) => {
    fields.value = { ...fields.value, [name]: currentTarget.value };
    if (problems.value[name] !== undefined) problems.value = { ...problems.value, [name]: undefined };
  };
  const props = {
    name,
    value: fields.value[name],
    autocomplete: 'off',
    'data-first': first || undefined,
    onInput: write,
    ...describedBy(name, problems.value),
  };
  return (
    <Field name={name} label={label} hint={hint} wide={wide} problem={problems.value[name]}>
      {rows === undefined ? (
        <input class="input" list={list && `job-${name}-list`} {...props} />
      ) : (
        <textarea class="input" rows={rows} {...props} />
      )}
      {list && (
        <datalist id={`job-${name}-list`}>
          {list.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
    </Field>
  );
}

/** What a field is described by: its hint, and what is wrong with it. */
export const describedBy = (name: JobField, problems: FieldProblems) => ({
  id: `job-${name}`,
  'aria-describedby': `job-${name}-problem job-${name}-hint`,
  'aria-invalid': problems[name] === undefined ? undefined : ('true' as const),
});

interface FrameProps {
  name: JobField;
  label: string;
  hint?: string | undefined;
  problem?: string | undefined;
  wide?: boolean | undefined;
  children: ComponentChildren;
}

export function Field({ name, label, hint, problem, wide, children }: FrameProps) {
  return (
    <div class={`field${wide ? ' wide' : ''}`}>
      <label for={`job-${name}`}>{label}</label>
      {children}
      <p id={`job-${name}-problem`} class="field-problem">
        {problem}
      </p>
      <small id={`job-${name}-hint`}>{hint}</small>
    </div>
  );
}
