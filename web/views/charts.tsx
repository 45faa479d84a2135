/** The page of charts: each with a legend and a table of its numbers. */
import { inWords } from '../model/board-data.ts';
import { CHART_GROUPS, DAY_COUNTS } from '../state/charts.ts';
import type { ChartGroup, Figure, Figures } from '../state/charts.ts';
import { langOf, words } from '../state/preferences.ts';
import '../styles/charts.css';
import { Icon } from './icon.tsx';
import { Page } from './page.tsx';
import { Plot } from './plot.tsx';
import { useConsole } from './use-console.ts';

export function ChartsPage() {
  const { charts } = useConsole();
  const { charts: say } = words.value;
  return (
    <Page
      name="charts"
      tools={
        <select
          class="input charts-days"
          aria-label={say.days}
          value={charts.days.value}
          onChange={({ currentTarget }) => charts.choose(Number(currentTarget.value))}
        >
          {DAY_COUNTS.map((count) => (
            <option key={count} value={count} selected={count === charts.days.value}>
              {say.dayCount(count)}
            </option>
          ))}
        </select>
      }
    >
      <div class="board-page charts-page">
        {CHART_GROUPS.map((group) => (
          <Group key={group} group={group} />
        ))}
      </div>
    </Page>
  );
}

function Group({ group }: { group: ChartGroup }) {
  const { charts } = useConsole();
  const { charts: say, app } = words.value;
  const figures = charts.figures.value[group];
  if (figures === undefined) return <p class="quiet">{app.loading}</p>;
  if (figures === 'failed') return <p class="field-problem">{say.failed}</p>;
  return (
    <>
      {figures.figures.map((figure) => (
        <Chart key={figure.id} figure={figure} points={figures.points} />
      ))}
    </>
  );
}

/** A code of the desk's in words; a name that people gave stays. */
function nameOf(name: string): string {
  const { charts: say, board } = words.value;
  const statuses: Record<string, string> = board.status;
  return say.names[name] ?? statuses[name] ?? (/^[a-z_]+$/.test(name) ? inWords({}, name) : name);
}

function Chart({ figure, points }: { figure: Figure; points: Figures['points'] }) {
  const { charts: say } = words.value;
  const title = inWords(say.figures, figure.id);
  const labels = points.map(labelOf);
  const isEmpty = figure.series.every(({ values }) => values.every((value) => !value));
  return (
    <figure class="chart" data-chart={figure.id}>
      <figcaption>
        <h2>{title}</h2>
        <span>{inWords(say.units, figure.unit)}</span>
      </figcaption>
      {isEmpty ? (
        <p class="quiet">{say.none}</p>
      ) : (
        <>
          <ul class="chart-legend">
            {figure.series.map(({ name }, n) => (
              <li key={name} lang={langOf(nameOf(name))}>
                <i class={`swatch s${n}`} />
                {nameOf(name)}
              </li>
            ))}
          </ul>
          <Plot
            series={figure.series}
            labels={labels}
            label={say.sum(title, points.length, figure.series.length)}
          />
          <Numbers figure={figure} labels={labels} title={title} />
        </>
      )}
    </figure>
  );
}

function Numbers({ figure, labels, title }: { figure: Figure; labels: string[]; title: string }) {
  const { charts: say, dates } = words.value;
  const number = new Intl.NumberFormat(dates, { maximumFractionDigits: figure.unit === 'usd' ? 4 : 1 });
  return (
    <details class="chart-numbers">
      <summary>
        <Icon name="chevron" />
        {say.table}
        <span class="visually-hidden">{title}</span>
      </summary>
      <div class="chart-table" tabIndex={0} role="region" aria-label={title}>
        <table>
          <thead>
            <tr>
              <th scope="col">{say.point}</th>
              {figure.series.map(({ name }) => (
                <th key={name} scope="col">
                  {nameOf(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {labels.map((label, at) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {figure.series.map(({ name, values }) => (
                  <td key={name}>{values[at] == null ? '–' : number.format(values[at])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** "26 Nov", or "26 Nov 14:00" for an hour. */
function labelOf(point: string): string {
  const { dates } = words.value;
  if (point.length === 10)
    return new Intl.DateTimeFormat(dates, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
      new Date(`${point}T12:00:00Z`),
    );
  return new Intl.DateTimeFormat(dates, {
    ...{ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  }).format(new Date(point));
}
