import { accountWords as t } from '#words/account/account.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Setting } from './setting.tsx'

export function DataSetting() {
  return (
    <Setting title={t.data} text={t.dataText}>
      <div className="cluster">
        <a className={buttonClass({ variant: 'quiet', size: 'small' })} href="/api/v1/account/export?format=html">
          {t.readData}
        </a>
        <a className={buttonClass({ variant: 'quiet', size: 'small' })} href="/api/v1/account/export" download>
          {t.download}
        </a>
      </div>
    </Setting>
  )
}
