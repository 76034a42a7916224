import { words } from '../words/speech.js';
import { choose, languages } from './language.js';

/** Changes the language before the sign-in, after which it is the member's. */
export const Switcher = () => (
  <label className="switcher">
    {words.frame.language}{' '}
    <select
      value={words.language}
      onChange={({ target }) => {
        const [language = 'en'] = languages.find(([each]) => each === target.value) ?? [];
        void choose(language);
      }}
    >
      {languages.map(([each, name]) => (
        <option key={each} value={each} lang={each}>
          {name}
        </option>
      ))}
    </select>
  </label>
);
