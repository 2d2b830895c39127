import { classNames } from '../../ui/class-names.ts'
import { scaleBand } from 'd3-scale'
import { stack, stackOffsetDiverging, stackOrderNone } from 'd3-shape'
import { chartAxis } from './chart-axis.ts'

export type Series = { name: string; tone: 1 | 2 | 3 | 4 | 5; values: readonly number[] }

type BarChartProps = {
  /** What the chart shows, for screen readers; the numbers are in the table below it. */
  label: string
  columns: readonly { key: string; short: string; long: string }[]
  series: readonly Series[]
  /** The values are counts, so that the axis has whole numbers only. */
  counts?: boolean
  /** Formats a value of the axis, and of a bar. */
  format: (value: number) => string
}

const height = 220
const margin = { top: 8, bottom: 24 }
const percentOf = (share: number) => `${share}%`
/**
 * Labels are hidden if there is no room: the stylesheet shows every, every second, fourth or eighth one, counted from
 * the last.
 */
const stepOf = (fromLast: number) => [8, 4, 2].find((step) => fromLast % step === 0) ?? 1

/** Stacked bars: positive parts above the line, negative parts below it. Horizontal positions are shares of the width, which only the browser knows. */
export function BarChart({ label, columns, series, counts = false, format }: BarChartProps) {
  const shown = series.filter(({ values }) => values.some((value) => value !== 0))
  const rows = columns.map((_, index) => Object.fromEntries(shown.map(({ values }, of) => [of, values[index] ?? 0])))
  const layers = stack<Record<string, number>>()
    .keys(shown.map((_, of) => String(of)))
    .order(stackOrderNone)
    .offset(stackOffsetDiverging)(rows)
  const ends = layers.flatMap((layer) => layer.flatMap(([from, to]) => [from, to]))
  const x = scaleBand(
    columns.map(({ key }) => key),
    [0, 100],
  ).padding(0.25)
  const { y, ticks } = chartAxis(ends, [height - margin.bottom, margin.top], counts)
  return (
    <figure className={classNames('chart', columns.length > 14 && 'chart--many')}>
      <svg height={height} role="img" aria-label={label}>
        {ticks.map((tick) => (
          <g key={tick} className={tick === 0 ? 'chart__line chart__line--zero' : 'chart__line'}>
            <line x1="0" x2="100%" y1={y(tick)} y2={y(tick)} />
            <text x={-8} y={y(tick)} dy="0.32em" textAnchor="end">
              {format(tick)}
            </text>
          </g>
        ))}
        {layers.map((layer, of) => (
          <g key={shown[of]?.name} className={`chart__series chart__series--${shown[of]?.tone}`}>
            {layer.map(([from, to], index) => {
              const column = columns[index]
              return from === to || !column ? null : (
                <rect
                  key={column.key}
                  x={percentOf(x(column.key) ?? 0)}
                  width={percentOf(x.bandwidth())}
                  y={y(Math.max(from, to))}
                  height={Math.max(1, Math.abs(y(from) - y(to)))}
                >
                  <title>{`${column.long}, ${shown[of]?.name}: ${format(shown[of]?.values[index] ?? 0)}`}</title>
                </rect>
              )
            })}
          </g>
        ))}
        {columns.map(({ key, short }, index) => (
          <text
            key={key}
            className={`chart__tick chart__tick--${stepOf(columns.length - 1 - index)}`}
            x={percentOf((x(key) ?? 0) + x.bandwidth() / 2)}
            y={height - 6}
            textAnchor="middle"
          >
            {short}
          </text>
        ))}
      </svg>
      <figcaption className="chart__legend">
        {shown.map(({ name, tone }) => (
          <span key={name}>
            <span className={`chart__key chart__series--${tone}`} />
            {name}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}
