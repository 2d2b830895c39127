import type { CSSProperties } from 'react'
import type { Brand } from '../../../../domain/catalogue/brand.ts'
import type { BrandValues } from '../../../../domain/catalogue/brand-values.ts'
import type { Language } from '../../../../domain/language.ts'
import { brandWords } from '#words/admin/settings/brand.ts'
import { shopWords } from '#words/shop/shop.ts'
import { useSettings } from '../../../client/page.tsx'
import { brandInPage } from './values/brand-edits.ts'

const t = brandWords.preview

/** Shows the shop with the entered values, in light and in dark colours. */
export function BrandPreview({ values, language }: { values: BrandValues; language: Language }) {
  const { brand } = useSettings()
  const shown = brandInPage(brand, values, language)
  const questions = values.questions[language] ?? Object.values(values.questions)[0] ?? []
  return (
    <div>
      <div className="brand__preview">
        <p className="field__label">{t.heading}</p>
        <Page brand={shown} scheme="light" label={t.light} questions={questions} />
        <Page brand={shown} scheme="dark" label={t.dark} questions={questions} />
      </div>
    </div>
  )
}

type PageProps = {
  brand: Brand
  scheme: 'light' | 'dark'
  label: string
  questions: readonly { question: string }[]
}

function Page({ brand, scheme, label, questions }: PageProps) {
  const { name, mark, logo, announcement, legalPages, legalName, accentHue, accentChroma, neutralHue } = brand
  const style = {
    '--accent-h': accentHue,
    '--accent-c': accentChroma,
    '--neutral-h': neutralHue,
    colorScheme: scheme,
  } as CSSProperties
  return (
    <div role="img" aria-label={label} className="brand-page" style={style}>
      <div inert>
        {announcement ? <div className="announcement">{announcement}</div> : null}
        <div className="brand-page__header">
          <span className="logo">
            {logo ? (
              <img src={logo} alt="" />
            ) : (
              <>
                {mark ? <img src={mark} alt="" width="20" height="20" /> : null}
                <span className="logo__name">{name}</span>
              </>
            )}
          </span>
          <span className="brand-page__nav">
            {t.plans} <span>{t.signIn}</span>
          </span>
        </div>
        <div className="brand-page__body">
          <p className="strong">{t.title}</p>
          <p className="small soft">
            {t.text} <span className="brand-page__link">{t.link}</span>
          </p>
          <span className="button button--primary button--small">{t.button}</span>
          {questions.length > 0 ? (
            <ul className="brand-page__questions">
              {questions.slice(0, 3).map(({ question }) => (
                <li key={question}>{question}</li>
              ))}
            </ul>
          ) : null}
        </div>
        <div className="brand-page__footer">
          <span>{shopWords.footer.legal(legalName)}</span>
          {legalPages?.imprint ? <span>{legalPages.imprint.title}</span> : null}
          <span className="anywhere">{brand.supportEmail}</span>
        </div>
      </div>
    </div>
  )
}
