import { orderWords as t } from '#words/shop/order.ts'
import { Icon } from '../../ui/icon.tsx'

/** Shows small drawings of the accepted cards beside a lock. */
export function PaymentMarks() {
  return (
    <p className="payment-marks">
      <span className="payment-marks__lock">
        <Icon name="lock" />
        {t.secure}
      </span>
      <svg viewBox="0 0 124 24" role="img" aria-label={t.cards} width="124" height="24">
        <g className="payment-marks__card">
          <rect x="0.5" y="0.5" width="37" height="23" rx="4" />
          <rect x="43.5" y="0.5" width="37" height="23" rx="4" />
          <rect x="86.5" y="0.5" width="37" height="23" rx="4" />
        </g>
        <text className="payment-marks__visa" x="19" y="16" textAnchor="middle">
          VISA
        </text>
        <circle cx="57.5" cy="12" r="6" fill="#e5342a" />
        <circle cx="66.5" cy="12" r="6" fill="#f3a52f" fillOpacity="0.9" />
        <text className="payment-marks__amex" x="105" y="15.5" textAnchor="middle">
          AMEX
        </text>
      </svg>
    </p>
  )
}
