import { figureWords, statisticsFigureWords } from '#words/shop/figure.ts'
import { AnalyticsFigure } from '../ui/figure/analytics-figure.tsx'
import { StatisticsFigure } from '../ui/figure/statistics-figure.tsx'

/** The drawing of a product by its key in the catalogue: `statistics` has its own. */
export function DrawnFigure({ title, product }: { title: string; product: string }) {
  if (product === 'statistics') return <StatisticsFigure words={statisticsFigureWords(title)} />
  return <AnalyticsFigure words={figureWords(title)} />
}
