import { shopWords } from '../../../core/words/en/shop.ts'

const say = shopWords.desk

/** Where the desk will stand. Its guard and its links are in force; it shows no list yet, and says so. */
export function AdministrationScreen() {
  return (
    <div className="page page--wide stack">
      <h1>{say.heading}</h1>
      <p className="lead">{say.notYet}</p>
    </div>
  )
}
