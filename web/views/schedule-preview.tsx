/** What the desk understands of a schedule, with its next times in the reader's own zone. */
import type { Preview } from '../model/shapes.ts';
import { dayAndTime, ownZone } from '../model/times.ts';
import { words } from '../state/preferences.ts';

interface PreviewProps {
  /** Null while the desk is asked. */
  preview: Preview | null;
  isTyped: boolean;
}

export function SchedulePreview({ preview, isTyped }: PreviewProps) {
  const { automations: say } = words.value;
  return (
    <div class={`schedule-preview wide${preview?.understood === false ? ' bad' : ''}`} role="status">
      {isTyped && !preview && <p>{say.form.reading}</p>}
      {preview?.understood === false && <p>{preview.because}</p>}
      {preview?.understood && (
        <>
          <p>{say.form.understood(preview.words)}</p>
          {preview.nextRunsMs.length === 0 ? (
            <p>{say.form.noTimes}</p>
          ) : (
            <>
              <p class="quiet">
                {say.times} {say.yourZone(ownZone())}
              </p>
              <ol>
                {preview.nextRunsMs.map((at) => (
                  <li key={at}>
                    <time dateTime={new Date(at).toISOString()}>{dayAndTime(at, words.value)}</time>
                  </li>
                ))}
              </ol>
            </>
          )}
        </>
      )}
    </div>
  );
}
