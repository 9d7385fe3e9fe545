// Package playtest tests implementations of play.Store against its contract, and contains one in memory.
package playtest

import (
	"slices"
	"testing"

	"madbot/bot/play"
)

// TestStore tests the contract of play.Store. open returns a new empty store.
func TestStore(t *testing.T, open func(*testing.T) play.Store) {
	t.Helper()
	run(t, slices.Concat(recordCases(), unitCases(), jobCases(), togetherCases()), open)
}

// TestTogether tests that several processes on one store keep the part of the contract about concurrency. The store
// that open returns runs its units of work in changing processes.
func TestTogether(t *testing.T, open func(*testing.T) play.Store) {
	t.Helper()
	run(t, togetherCases(), open)
}

func run(t *testing.T, cases []contractCase, open func(*testing.T) play.Store) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.test(fixture{t, open(t)})
		})
	}
}

// contractCase is one promise of a play.Store.
type contractCase struct {
	name string
	test func(fixture)
}

func recordCases() []contractCase {
	return []contractCase{
		{"Create", testCreate},
		{"NotFound", testNotFound},
		{"WholeGames", testWholeGames},
		{"Offers", testOffers},
		{"OfferKinds", testOfferKinds},
		{"Clock", testClock},
		{"Takebacks", testTakebacks},
		{"Expired", testExpired},
		{"Live", testLive},
		{"Robot", testRobot},
		{"Practice", testPractice},
		{"Independent", testIndependent},
		{"Events", testEvents},
		{"Delivery", testDelivery},
		{"Players", testPlayers},
		{"Seats", testSeats},
		{"Forget", testForget}, {"Formers", testFormers},
		{"Servers", testServers},
		{"RemovedServer", testRemovedServer},
		{"Dailies", testDailies},
		{"Leagues", testLeagues},
		{"LeagueOf", testLeagueOf},
		{"LeagueCounts", testLeagueCounts},
		{"Reviews", testReviews},
		{"Ratings", testRatings},
		{"Puzzles", testPuzzles},
		{"Standings", testStandings},
		{"StandingsRated", testStandingsRated},
		{"Orders", testOrders},
		{"Alive", testAlive},
		{"Hints", testHints},
		{"Lists", testLists},
		{"Histories", testHistories},
		{"Endings", testEndings},
		{"Trials", testTrials},
		{"Rated", testRated},
		{"Made", testMade},
		{"Limits", testLimits},
	}
}

func unitCases() []contractCase {
	return []contractCase{
		{"OwnWrites", testOwnWrites},
		{"Part", testPart},
		{"Now", testNow},
		{"AllOrNothing", testAllOrNothing},
		{"Cancelled", testCancelled},
		{"SixteenWriters", testSixteenWriters},
		{"NothingLost", testNothingLost},
		{"OneAfterTheOther", testOneAfterTheOther},
		{"NobodyThere", testNobodyThere},
		{"EachAlone", testEachAlone},
		{"Counted", testCounted},
		{"Moved", testMoved},
		{"Whole", testWhole},
		{"Crossing", testCrossing},
		{"Skew", testSkew},
	}
}

func togetherCases() []contractCase {
	return []contractCase{
		{"TwoAccept", testTwoAccept},
		{"TwoEnd", testTwoEnd},
		{"Seventh", testSeventh},
		{"Annul", testAnnul}, {"Reinstate", testReinstate},
		{"Crossed", testCrossed},
		{"OneTry", testOneTry},
	}
}

func jobCases() []contractCase {
	return []contractCase{
		{"Due", testDue},
		{"Cause", testCause},
		{"Milliseconds", testMilliseconds},
		{"Reschedule", testReschedule},
		{"Subjects", testSubjects},
		{"Ties", testTies},
		{"Done", testDone},
		{"Return", testReturn},
		{"Meanwhile", testMeanwhile},
		{"Lease", testLease},
		{"LeaseLost", testLeaseLost},
		{"Renew", testRenew},
		{"NextJob", testNextJob},
		{"Claimants", testClaimants},
		{"SubjectsAtOnce", testSubjectsAtOnce},
		{"AnyJobs", testAnyJobs},
	}
}
