/** The texts inside the illustration of the product. The numbers are fictional. */
export const figureWords = (plan: string) => ({
  title: `${plan}: daily throughput this month and last month, with yield, downtime and energy at a glance`,
  name: 'Line 4, bottling',
  ranges: ['7 days', '30 days', '1 year'] as [string, string, string],
  kpis: [
    { label: 'Yield', value: '96.4%', delta: '+4.1' },
    { label: 'Downtime', value: '3.2 h', delta: '−1.8 h' },
    { label: 'Energy', value: '1,864 kWh', delta: '−8.1%' },
  ] as [Kpi, Kpi, Kpi],
  chart: {
    heading: 'Bottles a day',
    now: 'This month',
    before: 'Last',
    levels: ['0', '20k', '40k', '60k'],
    ticks: ['1 Nov', '8 Nov', '15 Nov', '22 Nov'],
  },
  bars: {
    heading: 'Stops by day',
    labels: ['M', 'T', 'W', 'T', 'F', 'S', 'S'] as [string, string, string, string, string, string, string],
  },
  table: {
    heading: 'What drives them',
    rows: [
      { label: 'Filler pressure', value: '0.71' },
      { label: 'Cap torque', value: '0.48' },
      { label: 'Ambient heat', value: '0.22' },
      { label: 'Shift change', value: '0.09' },
    ] as [Row, Row, Row, Row],
  },
})

type Kpi = { label: string; value: string; delta: string }
type Row = { label: string; value: string }

/** Like `figureWords`, for the companion product: a control chart, a Pareto chart and the result of a regression. */
export const statisticsFigureWords = (plan: string) => ({
  title: `${plan}: fill volumes on a control chart with one point above the limit, the causes of rejects, and how well a model fits`,
  name: 'Fill volume, Line 4',
  kpis: [
    { label: 'Cpk', value: '1.47', delta: '+0.22' },
    { label: 'Out of limits', value: '1 of 24', delta: '−3' },
    { label: 'R²', value: '0.93', delta: '+0.05' },
  ] as [Kpi, Kpi, Kpi],
  control: { heading: 'Control chart, X-bar', upper: 'Upper limit', mean: 'Mean', lower: 'Lower limit' },
  pareto: { heading: 'Causes of rejects', labels: ['Cap', 'Label', 'Volume', 'Seal', 'Other'] as string[] },
})
