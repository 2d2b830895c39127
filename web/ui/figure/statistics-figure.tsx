import { useId } from 'react'
import { Kpi, TopBar } from './analytics-figure.tsx'

export type StatisticsFigureWords = {
  /** A text alternative for people who cannot see the picture. */
  title: string
  name: string
  kpis: readonly { label: string; value: string; delta: string }[]
  control: { heading: string; upper: string; mean: string; lower: string }
  pareto: { heading: string; labels: readonly string[] }
}

/** Means of samples, in standard deviations from the mean; the limits are at 3. */
const samples = [
  0.4, -0.8, 0.2, 1.1, -0.3, -1.4, 0.6, 0.9, -0.5, 0.1, 1.6, -0.9, -0.2, 0.7, 3.5, 0.3, -1.1, 0.5, -0.4, 1.2, -0.7, 0,
  0.8, -0.6,
]
const limit = 3
const chart = { x: 24, y: 182, width: 376, height: 180 }
/** Space for the names of the limits, beside the last point. */
const labelled = 88
const middle = chart.y + chart.height / 2
const unit = chart.height / 8
const rejects = [64, 41, 23, 12, 8]
const total = rejects.reduce((sum, count) => sum + count, 0)
const foot = 360
const tallest = 150

/** Draws a control chart and a Pareto chart of the companion product in the brand's colours, with fictional figures. */
export function StatisticsFigure({ words }: { words: StatisticsFigureWords }) {
  const id = useId()
  const points = samples.map((value, index) => ({
    x: chart.x + 8 + (index * (chart.width - labelled)) / (samples.length - 1),
    y: middle - value * unit,
    isOut: Math.abs(value) > limit,
  }))
  return (
    <figure className="figure">
      <svg viewBox="0 0 640 400" role="img" aria-labelledby={id}>
        <title id={id}>{words.title}</title>
        <rect className="figure__window" x="0.5" y="0.5" width="639" height="399" rx="13.5" />
        <TopBar name={words.name} />
        {words.kpis.slice(0, 3).map((kpi, index) => (
          <Kpi key={kpi.label} x={24 + index * 203} {...kpi} />
        ))}
        <path className="figure__rule" d="M0.5 132.5H639.5M424.5 132.5V399.5" />
        <text className="figure__heading" x="24" y="160">
          {words.control.heading}
        </text>
        <Limit y={middle - limit * unit} label={words.control.upper} />
        <Limit y={middle} label={words.control.mean} />
        <Limit y={middle + limit * unit} label={words.control.lower} />
        <path
          className="figure__line"
          pathLength="1"
          d={points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')}
        />
        {points.map(({ x, y, isOut }) => (
          <circle
            key={x}
            className={isOut ? 'figure__point figure__point--out' : 'figure__point'}
            cx={x.toFixed(1)}
            cy={y.toFixed(1)}
            r={isOut ? 6 : 3}
          />
        ))}
        <text className="figure__heading" x="444" y="160">
          {words.pareto.heading}
        </text>
        <Pareto labels={words.pareto.labels} />
      </svg>
    </figure>
  )
}

function Limit({ y, label }: { y: number; label: string }) {
  return (
    <g>
      <path className="figure__before" d={`M${chart.x} ${y}H${chart.x + chart.width}`} />
      <text className="figure__tick" x={chart.x + chart.width} y={y - 5} textAnchor="end">
        {label}
      </text>
    </g>
  )
}

/** Draws bars in descending order, and their cumulative sum above them. */
function Pareto({ labels }: { labels: readonly string[] }) {
  const highest = Math.max(...rejects)
  const bars = rejects.map((count, index) => ({
    x: 444 + index * 36,
    height: (count / highest) * (tallest - 40),
    share: rejects.slice(0, index + 1).reduce((sum, one) => sum + one, 0) / total,
    label: labels[index] ?? '',
  }))
  const line = bars
    .map(({ x, share }, index) => `${index === 0 ? 'M' : 'L'}${x + 14} ${foot - share * tallest}`)
    .join('')
  return (
    <g>
      {bars.map(({ x, height, label }, index) => (
        <g key={label}>
          <rect
            className={index === 0 ? 'figure__bar figure__bar--best' : 'figure__bar'}
            x={x}
            y={foot - height}
            width="28"
            height={height}
            rx="3"
          />
          <text className="figure__tick" x={x + 14} y={foot + 18} textAnchor="middle">
            {label}
          </text>
        </g>
      ))}
      <path className="figure__before" d={line} />
    </g>
  )
}
