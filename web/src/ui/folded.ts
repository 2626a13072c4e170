import { createContext, useContext, useEffect, useId } from "react";

/** Takes how many characters of a text are not shown; 0 when all of them are. */
type ReportFolded = (part: string, characters: number) => void;

/** For who has to know whether all of a value is on the screen. */
export const FoldedContext = createContext<ReportFolded | null>(null);

export function useReportFolded(characters: number): void {
  const report = useContext(FoldedContext);
  const part = useId();
  useEffect(() => {
    report?.(part, characters);
    return () => report?.(part, 0);
  }, [report, part, characters]);
}
