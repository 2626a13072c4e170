/** Leases of a name, which one of the processes that share a store holds. */
export interface Leases {
  /** How long a lease lasts after it was claimed. */
  readonly leaseMs: number;
  /** Takes the lease, or prolongs one's own. False while another process holds it. */
  claim(name: `system:${string}`): Promise<boolean>;
  /** Gives it back, if it is one's own. */
  release(name: `system:${string}`): Promise<void>;
}
