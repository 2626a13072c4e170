import { REDACTED } from "./redactor-ranges.ts";

/** Words of six letters and more that stand in ordinary text, in what Capstan writes, or in every manual. */
const COMMON_WORDS: ReadonlySet<string> = new Set(
  `
  accept access account action active address adjust admin123 administrator advance agents allowed
  always amount another answer anything application approval approvals approve approved argument
  arguments artifact artifacts assistant attempt attempts attribute authorization available
  balance because before behind better between binary blocked boolean branch browser budget
  builtin button calendar called cancel cancelled capability capabilities capstan category change
  changed changeme changes channel character children client cluster column command comment commit
  common company complete completed conclusion config configuration confirm confirmation connect
  connection console contact container content context continue control cookie country create
  created createdat credential credentials current currently customer dashboard database default
  delegating delete delivery denied deployment description details develop development different
  digest directory disable disabled display document domain download dry_run during dynamic
  editor effect either element enable enabled engine english enough entire entity environment
  error_code errors escalated evening everyone everything example example.com exactly execute
  execution expected expire expired export express external failed failure feature february
  fields filename files filter finally finish finished folder follow following foobar format
  forward friday function further general github google granted grants handle header headers
  height history however hunter images import include including incoming
  information inputs input_required insert inside install instance instead integer interface
  internal invalid invocation itself january javascript jsonrpc keyword language latest length
  letmein letter library license limits linear listen literal little loading locale localhost
  location logging login_name machine manage manager manual mapping master matches matter maximum
  member memory message messages method middle minimum minute minutes missing mobile module
  moment monday monitor months morning mysql namespace nearby needed network nobody normal nothing
  notice notification november number object october offline online operation operator option
  options orange organization origin original others output outputs outside overview owners
  package parameter parent partner passed password password1 passwd paused payload payment
  pending people perform period permission person planning platform please plugin policy popular
  position postgres postgresql prefix present preview previous primary private problem process
  product production profile program progress in_progress project properties property protected
  protocol provider public publish purpose python qwerty qwertyuiop quality question rather
  readonly reading really reason record records redacted refresh refused region register related
  release remote remove removed report repository request required resource response restart
  result results resume return returned review revoked rights risk_level running runtime saturday
  schema schedule screen script search second seconds secret secrets section security select
  sender sequence serial series server service session sessions setting settings several shared
  should simple single social software something source special specific standard started status
  storage string strong student subject submit success successful sunday supersecret support
  system target template terminal testing test123 testuser thanks thread through thursday timeout
  timestamp together tokens toolid tomorrow topics traffic training transaction transfer trigger
  tuesday undefined unique unknown unless update updated updatedat upload username users utf-8
  validate values variable various verify version village virtual visible volume waiting warning
  website wednesday weight welcome welcome1 whatever whether window windows withdrawn within
  without wonder working workspace writing yesterday yourself
  abc123 abcdef abcdefgh iloveyou dragon monkey
  `
    .trim()
    .split(/\s+/),
);

/** Fewer digits are a number like any other: an amount, a date, a part of an id. */
const SHORTEST_NUMBER = 8;

/** Whether hiding this value would hide ordinary text (A109). */
export function isCommon(value: string): boolean {
  return (
    COMMON_WORDS.has(value.toLowerCase()) ||
    REDACTED.includes(value) ||
    new Set(value).size < 3 ||
    (value.length < SHORTEST_NUMBER && /^\d+$/.test(value))
  );
}
