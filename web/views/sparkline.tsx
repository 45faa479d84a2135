/** Numbers in a row as bars, drawn small; what is heard in their place is `label`. */

const BAR = 3;
const HEIGHT = 24;

export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const most = Math.max(1, ...values);
  return (
    <svg
      class="sparkline"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${values.length * BAR} ${HEIGHT}`}
      preserveAspectRatio="none"
    >
      {values.map((value, n) => {
        const height = value === 0 ? 1 : Math.max(3, (value / most) * HEIGHT);
        return (
          <rect
            key={n}
            class={value === 0 ? 'none' : undefined}
            x={n * BAR}
            y={HEIGHT - height}
            width={BAR - 1}
            height={height}
          />
        );
      })}
    </svg>
  );
}
