export type Point = { x: number; y: number }

/** Returns an SVG path through all points that rises and falls only as they do (monotone in x). */
export function curveThrough(points: readonly Point[]): string {
  const slopes = points.map((point, index) => {
    const before = points[index - 1] ?? point
    const after = points[index + 1] ?? point
    const turns = (point.y - before.y) * (after.y - point.y) <= 0
    return turns ? 0 : (after.y - before.y) / (after.x - before.x)
  })
  return points
    .map((point, index) => {
      const before = points[index - 1]
      if (!before) return `M${round(point.x)} ${round(point.y)}`
      const third = (point.x - before.x) / 3
      const out = `${round(before.x + third)} ${round(before.y + third * (slopes[index - 1] ?? 0))}`
      const into = `${round(point.x - third)} ${round(point.y - third * (slopes[index] ?? 0))}`
      return `C${out} ${into} ${round(point.x)} ${round(point.y)}`
    })
    .join('')
}

/** Spreads values over a frame: x in equal steps, y upward from its foot; `top` is the value at the upper edge. */
export function plot(values: readonly number[], frame: Frame, top: number): Point[] {
  return values.map((value, index) => ({
    x: frame.x + (frame.width * index) / Math.max(values.length - 1, 1),
    y: frame.y + frame.height * (1 - value / top),
  }))
}

export type Frame = { x: number; y: number; width: number; height: number }

function round(value: number): number {
  return Math.round(value * 10) / 10
}
