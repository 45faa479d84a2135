/** A labelled field of a form, with what is wrong with it beneath, told to whoever is in it. */
import type { ComponentChild } from 'preact';
import { words } from '../state/preferences.ts';
import type { FeedListing, Problem } from '../state/feeds.ts';

interface FieldProps {
  /** Of this field in its form; a problem names it. */
  name: string;
  label: string;
  hint?: string | undefined;
  problem: Problem | undefined;
  /** @param given what the control has to carry */
  children: (given: ControlProps) => ComponentChild;
}

export interface ControlProps {
  id: string;
  name: string;
  class: string;
  'aria-invalid'?: 'true';
  'aria-describedby'?: string;
}

export function Field({ name, label, hint, problem, children }: FieldProps) {
  const isWrong = problem?.field === name;
  const id = `feed-${name}`;
  const described = [hint && `${id}-hint`, isWrong && `${id}-problem`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        ...{ id, name, class: 'input' },
        ...(isWrong && { 'aria-invalid': 'true' as const }),
        ...(described && { 'aria-describedby': described }),
      })}
      {hint && <small id={`${id}-hint`}>{hint}</small>}
      <p id={`${id}-problem`} class="field-problem" role="alert">
        {isWrong ? problem.message : ''}
      </p>
    </div>
  );
}

/** What is wrong with no field of the form. */
export function FormProblem({
  problem,
  fields,
}: {
  problem: Problem | undefined;
  fields: readonly string[];
}) {
  const isOfField = problem?.field !== undefined && fields.includes(problem.field);
  return (
    <p class="field-problem" role="alert">
      {problem && !isOfField ? problem.message : ''}
    </p>
  );
}

/** To the field that is wrong. */
export const focusProblem = ({ field }: Problem): void =>
  document.getElementById(`feed-${field ?? ''}`)?.focus();

interface CategoryProps extends Pick<FeedListing, 'categories'> {
  value: string;
  problem: Problem | undefined;
  choose: (category: string) => void;
}

export function CategoryField({ categories, value, problem, choose }: CategoryProps) {
  const { fields: say } = words.value.feeds;
  return (
    <Field name="category" label={say.category} hint={say.categoryHint} problem={problem}>
      {(given) => (
        <select {...given} value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
          <option value="">{say.noCategory}</option>
          {categories.map(({ name, label }) => (
            <option key={name} value={name} selected={name === value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
