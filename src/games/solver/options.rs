//! The solver's techniques as switches, so that each one's effect can be measured.

/// How the score is narrowed down by searches that ask one question: is it more than this?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Probing {
    /// First near the bounds, as early wins and losses are cheap to refute (Pons 2015), then from zero step by step.
    OutsideIn,
    /// In the middle of the bounds.
    Middle,
    /// At zero, then away from it step by step (as MTD(f) with a guess of zero; Plaat and others 1996).
    Steps,
}

/// Which techniques are on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques {
    /// How the score is narrowed down.
    pub probing: Probing,
    /// Moves that let the opponent win at once are not looked at.
    pub safe_moves: bool,
    /// Central columns first.
    pub centre_order: bool,
    /// Moves first that make more winning cells, take away more of the opponent's, and leave fewer replies.
    pub threat_order: bool,
    /// Play with one possible reply only is followed without a node.
    pub forced_replies: bool,
    /// The strategy of replying in the same column bounds the score.
    pub follow_up: bool,
    /// A side without an open line cannot win.
    pub open_lines: bool,
    /// A transposition table.
    pub table: bool,
    /// All children are looked up before one is searched (enhanced transposition cutoffs; Plaat and others 1996).
    pub children_first: bool,
    /// Stones on no open line share one colour in the key. Off: it saves 1 % of the nodes and costs 6 % of the time.
    pub dead_stones: bool,
    /// Mirror images share an entry, up to this many stones.
    pub mirror_stones: u32,
    /// The table keeps what took more nodes.
    pub replace_by_work: bool,
    /// A search starts in a small part of the table.
    pub small_table_first: bool,
}

impl Techniques {
    /// All that pay.
    pub const ALL: Techniques = Techniques {
        probing: Probing::OutsideIn,
        safe_moves: true,
        centre_order: true,
        threat_order: true,
        forced_replies: true,
        follow_up: true,
        open_lines: true,
        table: true,
        children_first: true,
        dead_stones: false,
        mirror_stones: 12,
        replace_by_work: true,
        small_table_first: true,
    };
}

impl Default for Techniques {
    fn default() -> Techniques {
        Techniques::ALL
    }
}

/// A technique by name, and how to turn it on or off.
pub type Switch = (&'static str, fn(&mut Techniques, bool));

/// The techniques that are on or off, in the order of an ablation ladder.
pub const SWITCHES: &[Switch] = &[
    ("safe_moves", |t, on| t.safe_moves = on),
    ("centre_order", |t, on| t.centre_order = on),
    ("threat_order", |t, on| t.threat_order = on),
    ("forced_replies", |t, on| t.forced_replies = on),
    ("table", |t, on| t.table = on),
    ("children_first", |t, on| t.children_first = on),
    ("follow_up", |t, on| t.follow_up = on),
    ("open_lines", |t, on| t.open_lines = on),
    ("dead_stones", |t, on| t.dead_stones = on),
    ("mirror", |t, on| t.mirror_stones = if on { Techniques::ALL.mirror_stones } else { 0 }),
    ("replace_by_work", |t, on| t.replace_by_work = on),
    ("small_table_first", |t, on| t.small_table_first = on),
];
