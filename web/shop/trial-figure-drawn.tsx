import { figureWords } from '#words/figure.ts'
import { AnalyticsFigure } from '../ui/figure/analytics-figure.tsx'

export function DrawnFigure({ title }: { title: string }) {
  return <AnalyticsFigure words={figureWords(title)} />
}
