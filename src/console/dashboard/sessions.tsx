import { Loaded, Time } from '../part.js';
import { words } from '../words/speech.js';
import { Fault, useRest, useRestGet } from './rest-act.js';

interface Session {
  readonly id: string;
  readonly browser?: string;
  readonly system?: string;
  readonly is_current: boolean;
  readonly created_at: string;
  readonly last_used_at?: string;
}

interface Listed {
  readonly data: readonly Session[];
}

const path = '/dashboard/sessions';

const nameOf = ({ browser, system }: Session): string =>
  browser && system
    ? words.setting.device(browser, system)
    : (browser ?? system ?? words.setting.unknownDevice);

/** The person's open sessions: each can be ended, and all but this one at once. */
export function Sessions() {
  const query = useRestGet<Listed>(path);
  const { error, isBusy, run } = useRest(query.again);
  return (
    <section className="card" aria-labelledby="sessions">
      <h2 id="sessions">{words.setting.sessions}</h2>
      <p className="note">{words.setting.sessionsNote}</p>
      <Loaded query={query}>
        {({ data }) => (
          <>
            <ul className="attention">
              {data.map((each) => (
                <li key={each.id}>
                  <strong className="named">{nameOf(each)}</strong>
                  <small>
                    {words.setting.signedIn(<Time at={each.created_at} />)}
                    {each.is_current
                      ? words.setting.thisSession
                      : words.setting.lastUsed(<Time at={each.last_used_at ?? each.created_at} />)}
                  </small>
                  {!each.is_current && (
                    <p className="line">
                      <button
                        type="button"
                        disabled={isBusy}
                        onClick={() => void run(['DELETE', `${path}/${each.id}`])}
                      >
                        {words.setting.endSession}
                      </button>
                    </p>
                  )}
                </li>
              ))}
            </ul>
            {data.length > 1 && (
              <p className="buttons">
                <button type="button" disabled={isBusy} onClick={() => void run(['DELETE', path])}>
                  {words.setting.endOthers}
                </button>
              </p>
            )}
          </>
        )}
      </Loaded>
      <Fault error={error} />
    </section>
  );
}
