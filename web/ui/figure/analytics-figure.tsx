import { useId } from 'react'
import { curveThrough, plot } from './curve.ts'

export type AnalyticsFigureWords = {
  /** A text alternative for people who cannot see the picture. */
  title: string
  name: string
  ranges: readonly string[]
  kpis: readonly { label: string; value: string; delta: string }[]
  chart: { heading: string; now: string; before: string; levels: readonly string[]; ticks: readonly string[] }
  bars: { heading: string; labels: readonly string[] }
  table: { heading: string; rows: readonly { label: string; value: string }[] }
}

const visits = [21, 24, 23, 28, 31, 29, 35, 38, 36, 43, 47, 46, 53]
const visitsBefore = [17, 19, 22, 21, 24, 26, 25, 28, 27, 31, 33, 32, 35]
const week = [34, 52, 47, 63, 58, 41, 29]
const shares = [1, 0.68, 0.45, 0.3]
const chart = { x: 54, y: 182, width: 346, height: 164 }
const top = 60

/** Draws a small dashboard of the sample product in the brand's colours, with fictional figures. */
export function AnalyticsFigure({ words }: { words: AnalyticsFigureWords }) {
  const id = useId()
  const line = curveThrough(plot(visits, chart, top))
  const foot = chart.y + chart.height
  const end = plot(visits, chart, top).at(-1) ?? chart

  return (
    <figure className="figure">
      <svg viewBox="0 0 640 400" role="img" aria-labelledby={id}>
        <title id={id}>{words.title}</title>
        <linearGradient id={`${id}-area`} x1="0" y1="0" x2="0" y2="1">
          <stop className="figure__fade" offset="0" />
          <stop className="figure__fade figure__fade--out" offset="1" />
        </linearGradient>
        <rect className="figure__window" x="0.5" y="0.5" width="639" height="399" rx="13.5" />
        <TopBar name={words.name} ranges={words.ranges} />
        {words.kpis.slice(0, 3).map((kpi, index) => (
          <Kpi key={kpi.label} x={24 + index * 203} {...kpi} />
        ))}
        <path className="figure__rule" d="M0.5 132.5H639.5M424.5 132.5V399.5M424.5 272.5H639.5" />

        <text className="figure__heading" x="24" y="160">
          {words.chart.heading}
        </text>
        <Legend x={232} words={words.chart} />
        {words.chart.levels.map((level, index, all) => {
          const y = foot - (chart.height * index) / (all.length - 1)
          return (
            <g key={level}>
              <path className="figure__rule" d={`M${chart.x} ${y}H${chart.x + chart.width}`} />
              <text className="figure__tick" x={chart.x - 10} y={y + 4} textAnchor="end">
                {level}
              </text>
            </g>
          )
        })}
        {words.chart.ticks.map((tick, index, all) => (
          <text
            key={tick}
            className="figure__tick"
            x={chart.x + ((index + 0.5) * chart.width) / all.length}
            y={foot + 24}
            textAnchor="middle"
          >
            {tick}
          </text>
        ))}
        <path className="figure__area" fill={`url(#${id}-area)`} d={`${line}V${foot}H${chart.x}Z`} />
        <path className="figure__before" d={curveThrough(plot(visitsBefore, chart, top))} />
        <path className="figure__line" pathLength="1" d={line} />
        <circle className="figure__end" cx={end.x} cy={end.y} r="4.5" />

        <text className="figure__heading" x="444" y="160">
          {words.bars.heading}
        </text>
        <Bars labels={words.bars.labels} />
        <text className="figure__heading" x="444" y="298">
          {words.table.heading}
        </text>
        {words.table.rows.slice(0, shares.length).map((row, index) => (
          <Row key={row.label} y={320 + index * 21} share={shares[index] ?? 0} {...row} />
        ))}
      </svg>
    </figure>
  )
}

/** Draws the upper edge of the window: a mark, the name and, if given, ranges of time. */
export function TopBar({ name, ranges = [] }: { name: string; ranges?: readonly string[] }) {
  return (
    <>
      <path
        className="figure__bar-top"
        d="M0.5 44.5V14a13.5 13.5 0 0 1 13.5-13.5H626a13.5 13.5 0 0 1 13.5 13.5V44.5Z"
      />
      <rect className="figure__mark" x="24" y="12" width="20" height="20" rx="5" />
      <path className="figure__mark-bars" d="M30 26v-4M34 26v-8M38 26v-6" />
      <text className="figure__name" x="54" y="27">
        {name}
      </text>
      {ranges.length > 0 ? (
        <>
          <rect className="figure__range-track" x="448" y="10" width="168" height="24" rx="7" />
          <rect className="figure__range" x="504" y="12" width="56" height="20" rx="5" />
        </>
      ) : null}
      {ranges.slice(0, 3).map((range, index) => (
        <text
          key={range}
          className={index === 1 ? 'figure__tick figure__tick--on' : 'figure__tick'}
          x={476 + index * 56}
          y="26"
          textAnchor="middle"
        >
          {range}
        </text>
      ))}
    </>
  )
}

export function Kpi({ x, label, value, delta }: { x: number; label: string; value: string; delta: string }) {
  return (
    <g>
      <text className="figure__label" x={x} y="74">
        {label}
      </text>
      <text className="figure__value" x={x} y="108">
        {value}
        <tspan className="figure__delta" dx="9" dy="-2">
          {delta}
        </tspan>
      </text>
    </g>
  )
}

function Legend({ x, words }: { x: number; words: AnalyticsFigureWords['chart'] }) {
  return (
    <>
      <path className="figure__line figure__line--key" d={`M${x} 156h14`} />
      <text className="figure__tick" x={x + 20} y="160">
        {words.now}
      </text>
      <path className="figure__before" d={`M${x + 104} 156h14`} />
      <text className="figure__tick" x={x + 124} y="160">
        {words.before}
      </text>
    </>
  )
}

function Bars({ labels }: { labels: readonly string[] }) {
  const best = Math.max(...week)
  return labels.slice(0, week.length).map((label, index) => {
    const value = week[index] ?? 0
    const x = 444 + index * 25.5
    return (
      <g key={`${label} ${x}`}>
        <rect
          className={value === best ? 'figure__bar figure__bar--best' : 'figure__bar'}
          x={x}
          y={240 - value}
          width="17"
          height={value}
          rx="3"
        />
        <text className="figure__tick" x={x + 8.5} y="258" textAnchor="middle">
          {label}
        </text>
      </g>
    )
  })
}

function Row({ y, share, label, value }: { y: number; share: number; label: string; value: string }) {
  return (
    <g>
      <rect className="figure__share" x="438" y={y - 13} width={184 * share} height="18" rx="4" />
      <text className="figure__cell" x="444" y={y}>
        {label}
      </text>
      <text className="figure__cell figure__cell--number" x="616" y={y} textAnchor="end">
        {value}
      </text>
    </g>
  )
}
