/** The examples of Moodle's manual, each form at least once. */
export const moodleManual = `// ===Multiple Choice===

Who's buried in Grant's tomb?{~Grant ~Jefferson =no one}

Grant is {~buried =entombed ~living} in Grant's tomb.

The American holiday of Thanksgiving is celebrated on the {
    ~second
    ~third
    =fourth
} Thursday of November.

Japanese characters originally came from what country? {
    ~India
    =China
    ~Korea
    ~Egypt}

// ===Short Answer===

Who's buried in Grant's tomb?{=no one =nobody}

Two plus two equals {=four =4}.

// ===True-False===

Grant is buried in Grant's tomb.{F}

The sun rises in the east.{T}

// ===Matching===

Match the following countries with their corresponding capitals. {
    =Canada -> Ottawa
    =Italy  -> Rome
    =Japan  -> Tokyo
    }

// ===Numerical===

What is the value of pi (to 3 decimal places)? {#3.1415:0.0005}.

When was Ulysses S. Grant born? {#
    =1822:0
    =%50%1822:2}

// ===Question Name===

::Kanji Origins::Japanese characters originally
came from what country? {=China}

::Thanksgiving Date::The American holiday of Thanksgiving is
celebrated on the {~second ~third =fourth} Thursday of November.

// ===Feedback===

What's the answer to this multiple-choice question?{
~wrong answer#feedback comment on the wrong answer
~another wrong answer#feedback comment on this wrong answer
=right answer#Very good!}

// ===Specify text format===
[markdown]Who's buried in **Grant's tomb**?{
=no one#excellent answer!
~nobody#excellent answer!}

// ===Percentage Answer Weights===
Grant is buried in Grant's tomb.{FALSE#No one is buried in Grant's tomb.}

Difficult question.{~wrong answer ~%50%half credit answer =full credit answer}

// ===Multiple Answers===

What two people are entombed in Grant's tomb? {
    ~%-50%No one
    ~%50%Grant
    ~%50%Grant's wife
    ~%-50%Grant's father }

// ===Special Characters===
Which answer equals 5? {
     ~ \\= 2 + 2
     = \\= 2 + 3
     ~ \\= 2 + 4  }

::GIFT Control Characters::
Which of the following is NOT a control character for the GIFT import format? {
   ~ \\~     # \\~ is a control character.
   ~ \\=     # \\= is a control character.
   ~ \\#     # \\# is a control character.
   ~ \\{     # \\{ is a control character.
   ~ \\}     # \\} is a control character.
   = \\\\     # Correct! \\\\ (backslash) is not a control character. BUT,
              it is used to escape the control characters.
}

// multiple choice with specified feedback for right and wrong answers
::Q2:: What's between orange and green in the spectrum?
{
    =yellow # right; good!
    ~red # [html]wrong, it's yellow
    ~[plain]blue # wrong, it's yellow
}

// true/false, with general feedback
::Q1:: 42 is the Absolute Answer to everything.{
FALSE#42 is the Ultimate Answer.#You gave the right answer.
####This is, of course, a Hitchiker's Guide to the Galaxy reference.}

// name 0-11
::2-08 TSL::TSL is blablabla.{TRUE}
`;

/** A file that Moodle exported, with its category line, its comments and its escapes. */
export const moodleExport = `// question: 0  name: switch category to $course$/Default for New Features
$CATEGORY: $course$/Default for New Features

// question: 44  name: Moodle activities
::Moodle activities::[html]Match the activity to the description.{
	=An activity supporting asynchronous discussions. -> Forum
	=A bank of record entries which participants can add to. -> Database
	= -> Chat
}

// question: 43  name: Greeting
::Greeting::[html]<a href\\="http\\://demo.moodle.net/file.php/5/media/bonjour.mp3">Listen to this greeting\\:</a><br /><br />What language is being spoken?{
	~English#Sorry, listen again.
	=French#Yes, well done!
	~German#Sorry, listen again.
	~Spanish#Sorry, listen again.
}

// question: 46  name: Moodle user
::Moodle user::[html]Anyone who uses Moodle is a ...{
	=%100%Moodler#
}

// question: 45  name: Moodle acronym
::Moodle acronym::[html]Moodle is an acronym for <span style\\="font-style\\: italic;">Modular Object-Oriented Dynamic Learning Environment</span>.{TRUE}
`;
