package policy

import (
	"go/ast"
	"go/parser"
	gotoken "go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestManagerTakesNoAccessPath: of the three intents Manager.Check takes two, and a
// path must first have become its values. The compiler refuses it by
// ResolvedAccessIntent, so that a call would not build; this is the same question asked
// at run time.
func TestManagerTakesNoAccessPath(t *testing.T) {
	for _, c := range []struct {
		intent   AccessIntent
		resolved bool
	}{
		{ToolAccessIntent{}, true},
		{PathValuesAccessIntent{}, true},
		{AccessPathAccessIntent{}, false},
		{&AccessPathAccessIntent{}, false},
	} {
		if _, got := c.intent.(ResolvedAccessIntent); got != c.resolved {
			t.Errorf("%T is resolved: %v", c.intent, got)
		}
		is := toResolvedIntent(c.intent) != nil
		if _, pointer := c.intent.(*AccessPathAccessIntent); is == pointer {
			t.Errorf("%T becomes resolved: %v", c.intent, is)
		}
	}
	var nothing AccessIntent
	if got := NewManager(Arm{}, "").Check(toResolvedIntent(nothing), nil); got.State != Deny {
		t.Errorf("no intent at all: %s", got.State)
	}
	for _, method := range []any{(*Manager)(nil), (*Resolver)(nil)} {
		if _, both := method.(interface {
			ScopedManager
			ScopedResolver
		}); both {
			t.Errorf("%T both decides and resolves", method)
		}
	}
}

// TestOneWayToDecide reads the source of the whole module but for tests: rules are
// evaluated by one function, which the manager has, and the manager is asked by one,
// which the resolver has (seeds 001 and 002). A mention counts as a call.
func TestOneWayToDecide(t *testing.T) {
	callers := map[string][]string{}
	eachSource(t, filepath.Join("..", ".."), func(file string, parsed *ast.File) {
		for _, d := range parsed.Decls {
			where := file
			if f, is := d.(*ast.FuncDecl); is {
				where += " " + f.Name.Name
			}
			ast.Inspect(d, func(n ast.Node) bool {
				if s, is := n.(*ast.SelectorExpr); is && !slices.Contains(callers[s.Sel.Name], where) {
					callers[s.Sel.Name] = append(callers[s.Sel.Name], where)
				}
				return true
			})
		}
	})
	var evaluating []string
	for _, name := range []string{"Evaluate", "EvaluateAny", "EvaluateFirst"} {
		for _, where := range callers[name] {
			if !strings.HasPrefix(where, "internal/policy/evaluate.go ") && !slices.Contains(evaluating, where) {
				evaluating = append(evaluating, where)
			}
		}
	}
	if want := []string{"internal/policy/manager.go evaluate"}; !slices.Equal(evaluating, want) {
		t.Errorf("rules are evaluated in %q, want %q", evaluating, want)
	}
	if want := []string{"internal/policy/resolver.go check"}; !slices.Equal(callers["Check"], want) {
		t.Errorf("the manager is asked in %q, want %q", callers["Check"], want)
	}
}

// eachSource visits every Go file below root that is no test.
func eachSource(t *testing.T, root string, visit func(file string, parsed *ast.File)) {
	t.Helper()
	seen := 0
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && file != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata"):
			return fs.SkipDir
		case d.IsDir() || filepath.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go"):
			return nil
		}
		parsed, err := parser.ParseFile(gotoken.NewFileSet(), file, nil, 0)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, file)
		seen++
		visit(filepath.ToSlash(name), parsed)
		return err
	})
	if err != nil || seen < 20 {
		t.Fatalf("read %d files: %v", seen, err)
	}
}
