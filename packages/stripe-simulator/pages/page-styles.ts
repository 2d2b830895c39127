/** The styles of these pages alone; colours, type and spaces are the shop's. */
export const paymentStyles = `.pay h1 { font-size: 1.5rem; line-height: 1.25; letter-spacing: -0.02em; }
.pay h2 { font-size: 1.125rem; }
.pay-icon { flex: none; inline-size: 1rem; block-size: 1rem; margin-block-start: 0.15em; }
.pay-back { display: inline-flex; gap: var(--space-2); align-items: center; color: var(--text-soft); font-size: var(--size-2); font-weight: 550; text-decoration: none; }
.pay-back:hover { color: var(--text); text-decoration: underline; }
.pay-amount { display: flex; flex-wrap: wrap; gap: var(--space-1) var(--space-2); align-items: baseline; }
.pay-amount .price { font-size: 2.25rem; }
.pay-lines { display: grid; gap: var(--space-3); font-size: var(--size-2); }
.pay-lines > div { display: flex; justify-content: space-between; gap: var(--space-4); }
.pay-lines > div > dd { font-variant-numeric: tabular-nums; white-space: nowrap; }
.pay-lines > div > dt { min-inline-size: 0; overflow-wrap: anywhere; }
.pay-lines .pay-total { padding-block-start: var(--space-3); border-block-start: 1px solid var(--border); font-size: var(--size-3); font-weight: 650; }
.pay-pair { display: grid; grid-template-columns: 1fr 1fr; gap: var(--space-4); align-items: start; }
.pay-cards { padding: var(--space-3) var(--space-4); border-radius: var(--radius); background: var(--surface-sunken); font-size: var(--size-2); }
.pay-cards > summary { color: var(--text-soft); cursor: pointer; }
.pay-cards > .facts { margin-block: var(--space-3) var(--space-2); grid-template-columns: max-content 1fr; gap: var(--space-1) var(--space-4); }
.pay-cards .facts > dt { color: var(--text); }
.pay-s { max-inline-size: 10rem; }
.pay-m { max-inline-size: 18rem; }
.pay-head { padding-block-end: var(--space-2); }
.pay-card { display: flex; gap: var(--space-4); align-items: center; }
.pay-brand { flex: none; display: grid; place-items: center; inline-size: 3.25rem; block-size: 2.125rem; border: 1px solid var(--border); border-radius: var(--radius-s); background: var(--surface-sunken); font-size: 0.6875rem; font-weight: 700; letter-spacing: 0.02em; }
.pay-switches > li { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: var(--space-2) var(--space-4); padding-block: var(--space-3); border-block-start: 1px solid var(--border); }
.pay-invoices ul, .pay-switches { list-style: none; margin: 0; padding: 0; display: grid; }
.pay-invoices li { display: grid; grid-template-columns: 1fr auto 4rem; gap: 0 var(--space-4); align-items: center; padding-block: var(--space-3); border-block-start: 1px solid var(--border); font-size: var(--size-2); }
.pay-invoices li > a { justify-self: end; }
.pay-invoices .tabular { color: var(--text-soft); }
.pay-more > summary { display: inline-flex; cursor: pointer; list-style: none; }
.pay-more > summary::-webkit-details-marker { display: none; }
.pay-more[open] > summary { display: none; }
.receipt-head { display: flex; flex-wrap: wrap; align-items: start; justify-content: space-between; gap: var(--space-4); }
.pay .pay-for { color: var(--text-soft); font-size: 1.125rem; font-weight: 550; letter-spacing: -0.01em; }
.pay-who { display: flex; flex-wrap: wrap; gap: var(--space-1) var(--space-6); font-size: var(--size-2); }
.pay-who > dt { color: var(--text-faint); }
.pay-who > dd { min-inline-size: 0; overflow-wrap: anywhere; }
.receipt .facts { grid-template-columns: max-content 1fr; }
@media (min-width: 40rem) {
  .pay-invoices li > span:first-child { display: grid; grid-template-columns: 12rem 1fr; }
  .pay-invoices br { display: none; }
}
@media (min-width: 64rem) {
  .pay-summary { position: sticky; inset-block-start: 6rem; }
}
@media print {
  .site-header, .no-print { display: none; }
  .card { border: 0; box-shadow: none; padding: 0; }
  .page { padding: 0; }
}
`
