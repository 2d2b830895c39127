import { scaleBand, scaleLinear } from 'd3-scale'
import { stack, stackOffsetDiverging, stackOrderNone } from 'd3-shape'
import { useEffect, useRef, useState } from 'react'

export type Series = { name: string; tone: 1 | 2 | 3 | 4 | 5; values: readonly number[] }

type BarChartProps = {
  /** What the chart shows, for screen readers; the numbers are in the table below it. */
  label: string
  columns: readonly { key: string; short: string; long: string }[]
  series: readonly Series[]
  /** Writes a value of the axis, and of a bar. */
  format: (value: number) => string
}

const height = 220
const margin = { top: 8, right: 4, bottom: 24, left: 68 }
/** Pixels that a label of a column needs. */
const labelWidth = 52

/** Stacked bars: what is positive above the line, what is negative below it. */
export function BarChart({ label, columns, series, format }: BarChartProps) {
  const [width, frame] = useWidth(720)
  const shown = series.filter(({ values }) => values.some((value) => value !== 0))
  const rows = columns.map((_, index) => Object.fromEntries(shown.map(({ values }, of) => [of, values[index] ?? 0])))
  const layers = stack<Record<string, number>>()
    .keys(shown.map((_, of) => String(of)))
    .order(stackOrderNone)
    .offset(stackOffsetDiverging)(rows)
  const ends = layers.flatMap((layer) => layer.flatMap(([from, to]) => [from, to]))
  const x = scaleBand(
    columns.map(({ key }) => key),
    [margin.left, width - margin.right],
  ).padding(0.25)
  const y = scaleLinear([Math.min(0, ...ends), Math.max(0, ...ends)], [height - margin.bottom, margin.top]).nice(4)
  const every = Math.max(1, Math.ceil((columns.length * labelWidth) / (width - margin.left)))
  return (
    <figure className="chart">
      <svg ref={frame} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
        {y.ticks(4).map((tick) => (
          <g key={tick} className={tick === 0 ? 'chart__line chart__line--zero' : 'chart__line'}>
            <line x1={margin.left} x2={width - margin.right} y1={y(tick)} y2={y(tick)} />
            <text x={margin.left - 8} y={y(tick)} dy="0.32em" textAnchor="end">
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
                  x={x(column.key)}
                  width={x.bandwidth()}
                  y={y(Math.max(from, to))}
                  height={Math.max(1, Math.abs(y(from) - y(to)))}
                >
                  <title>{`${column.long}, ${shown[of]?.name}: ${format(shown[of]?.values[index] ?? 0)}`}</title>
                </rect>
              )
            })}
          </g>
        ))}
        {columns.map(({ key, short }, index) =>
          (columns.length - 1 - index) % every === 0 ? (
            <text key={key} x={(x(key) ?? 0) + x.bandwidth() / 2} y={height - 6} textAnchor="middle">
              {short}
            </text>
          ) : null,
        )}
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

/** How wide an element is, so that words in it keep their size. */
function useWidth(first: number): [number, React.RefObject<SVGSVGElement | null>] {
  const ref = useRef<SVGSVGElement>(null)
  const [width, setWidth] = useState(first)
  useEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const observer = new ResizeObserver(([entry]) => {
      const now = Math.round(entry?.contentRect.width ?? 0)
      if (now > 0) setWidth(now)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [width, ref]
}
