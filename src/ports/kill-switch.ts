/** The kill switch in a transaction: while it is on, nothing that sends money to a bank begins (supplement §11.2). */
export interface KillSwitch {
  /** Whether it is on; it may be switched before the commit. */
  isOn(): Promise<boolean>;
  /** As `isOn`, and nobody switches it before the commit. Comes before every other lock. */
  hold(): Promise<boolean>;
  /** As `isOn`, once no other transaction holds it; nobody holds it before the commit. Comes before every other lock. */
  take(): Promise<boolean>;
  set(on: boolean): Promise<void>;
}
