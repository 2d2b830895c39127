import type { Words } from '../../../domain/language.ts'
import type { figureWords as english, statisticsFigureWords as englishStatistics } from '../../en/shop/figure.ts'

export const figureWords: Words<typeof english> = (plan) => ({
  title: `${plan}: Tagesdurchsatz in diesem Monat und im vorigen, mit Ausbeute, Stillstand und Energie auf einen Blick`,
  name: 'Linie 4, Abfüllung',
  ranges: ['7 Tage', '30 Tage', '1 Jahr'],
  kpis: [
    { label: 'Ausbeute', value: '96,4 %', delta: '+4,1' },
    { label: 'Stillstand', value: '3,2 h', delta: '−1,8 h' },
    { label: 'Energie', value: '1.864 kWh', delta: '−8,1 %' },
  ],
  chart: {
    heading: 'Flaschen am Tag',
    now: 'Dieser Monat',
    before: 'Voriger',
    levels: ['0', '20 T', '40 T', '60 T'],
    ticks: ['1. Nov.', '8. Nov.', '15. Nov.', '22. Nov.'],
  },
  bars: {
    heading: 'Stopps nach Tag',
    labels: ['M', 'D', 'M', 'D', 'F', 'S', 'S'],
  },
  table: {
    heading: 'Was sie auslöst',
    rows: [
      { label: 'Fülldruck', value: '0,71' },
      { label: 'Drehmoment', value: '0,48' },
      { label: 'Raumwärme', value: '0,22' },
      { label: 'Schichtwechsel', value: '0,09' },
    ],
  },
})

export const statisticsFigureWords: Words<typeof englishStatistics> = (plan) => ({
  title: `${plan}: Füllmengen auf einer Regelkarte mit einem Punkt über der Grenze, Ursachen von Ausschuss und die Güte eines Modells`,
  name: 'Füllmenge, Linie 4',
  kpis: [
    { label: 'Cpk', value: '1,47', delta: '+0,22' },
    { label: 'Außerhalb', value: '1 von 24', delta: '−3' },
    { label: 'R²', value: '0,93', delta: '+0,05' },
  ],
  control: { heading: 'Regelkarte, X-quer', upper: 'Obere Grenze', mean: 'Mittelwert', lower: 'Untere Grenze' },
  pareto: { heading: 'Ursachen von Ausschuss', labels: ['Kappe', 'Etikett', 'Menge', 'Siegel', 'Andere'] },
})
