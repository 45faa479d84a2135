/** Series as lines, drawn by uPlot in the colours of the page's look. What is heard in its place is `label`. */
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Figure } from '../state/charts.ts';
import { theme } from '../state/preferences.ts';

const HEIGHT = 200;

interface PlotProps {
  series: Figure['series'];
  labels: readonly string[];
  label: string;
}

export function Plot({ series, labels, label }: PlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const look = theme.value;
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    let plot: uPlot | undefined;
    const draw = () => {
      plot?.destroy();
      plot = new uPlot(optionsOf(element, series, labels), dataOf(series, labels), element);
    };
    draw();
    const resized = new ResizeObserver(() => plot?.setSize({ width: element.clientWidth, height: HEIGHT }));
    resized.observe(element);
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', draw);
    return () => {
      dark.removeEventListener('change', draw);
      resized.disconnect();
      plot?.destroy();
    };
  }, [series, labels.join(), look]);
  return <div ref={place} class="plot" role="img" aria-label={label} />;
}

function dataOf(series: PlotProps['series'], labels: readonly string[]): uPlot.AlignedData {
  return [labels.map((_, n) => n), ...series.map(({ values }) => [...values])];
}

function optionsOf(
  element: HTMLElement,
  series: PlotProps['series'],
  labels: readonly string[],
): uPlot.Options {
  const { color, borderTopColor } = getComputedStyle(element);
  const font = `12px ${getComputedStyle(element).fontFamily}`;
  const axis: uPlot.Axis = {
    ...{ stroke: color, font },
    grid: { stroke: borderTopColor, width: 1 },
    ticks: { stroke: borderTopColor, width: 1 },
  };
  return {
    ...{ width: element.clientWidth, height: HEIGHT },
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: false }, y: { range: (_, __, most) => [0, most > 0 ? most * 1.08 : 1] } },
    axes: [
      {
        ...axis,
        ...{ space: 76, size: 32 },
        incrs: [1, 2, 4, 7, 12, 24],
        values: (_, ticks) => ticks.map((tick) => labels[tick] ?? ''),
      },
      { ...axis, size: 56 },
    ],
    series: [{}, ...series.map((_, n) => lineOf(element, n))],
  };
}

/** A line in the colour of its legend. */
function lineOf(element: HTMLElement, n: number): uPlot.Series {
  const swatch = element.parentElement?.querySelector(`.swatch.s${n}`);
  const stroke = swatch ? getComputedStyle(swatch).backgroundColor : 'gray';
  return { stroke, width: 2, points: { show: true, size: 5, fill: stroke }, spanGaps: true };
}
