import { scaleLinear } from 'd3-scale'

/** Returns the scale of a chart's values, and where its lines are: for counts only at whole numbers. */
export function chartAxis(values: readonly number[], range: [number, number], counts: boolean) {
  const y = scaleLinear([Math.min(0, ...values), Math.max(0, ...values)], range).nice(4)
  return { y, ticks: y.ticks(4).filter((tick) => !counts || Number.isInteger(tick)) }
}
