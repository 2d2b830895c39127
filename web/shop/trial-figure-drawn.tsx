import { figureWords, statisticsFigureWords } from '#words/shop/figure.ts'
import { AnalyticsFigure } from '../ui/figure/analytics-figure.tsx'
import { StatisticsFigure } from '../ui/figure/statistics-figure.tsx'

/** Renders a drawing of the sample shop, by its name in the catalogue (`samplePictures`). */
export function DrawnFigure({ title, picture }: { title: string; picture: string }) {
  if (picture === 'sample-statistics') return <StatisticsFigure words={statisticsFigureWords(title)} />
  return <AnalyticsFigure words={figureWords(title)} />
}
