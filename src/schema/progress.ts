/** How far a call has come, as its tool says it. */
export type Progress = {
  readonly message?: string;
  readonly done?: number;
  readonly total?: number;
};
