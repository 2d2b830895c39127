/** The words inside the drawn view of the product. The numbers are made up, as the drawing is. */
export const figureWords = (plan: string) => ({
  title: `${plan}: throughput a day this month against last, with yield, downtime and energy at a glance`,
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
