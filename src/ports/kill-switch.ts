/** The kill switch within a transaction. While it is on, no money is sent to a bank (supplement §11.2). */
export interface KillSwitch {
  /** Whether it is on. It may change before the commit. */
  isOn(): Promise<boolean>;
  /** Like `isOn`, and the switch cannot change before the commit. Take it before every other lock. */
  hold(): Promise<boolean>;
  /**
   * Waits until no other transaction holds the switch, then locks it exclusively until the commit. Take it before
   * every other lock.
   */
  take(): Promise<boolean>;
  set(on: boolean): Promise<void>;
}
