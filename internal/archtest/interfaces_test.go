package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// maxMethods is how many methods a Store or Tx may have, embedded ones counted. A
// larger one hands out smaller ones, by what their users need.
const maxMethods = 15

// interfaces has the type of each interface by "folder.Name".
type interfaces map[string]*declaredInterface

type declaredInterface struct {
	spec    *ast.InterfaceType
	folder  string
	imports map[string]string // folders of ours by the name that the file uses
}

func TestStoreInterfacesAreSmall(t *testing.T) {
	all := interfaces{}
	err := filepath.WalkDir("../../internal", func(file string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		return all.read(file)
	})
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for name := range all {
		if !strings.HasSuffix(name, "Store") && !strings.HasSuffix(name, "Tx") {
			continue
		}
		checked++
		methods := map[string]bool{}
		all.collect(t, name, methods)
		if len(methods) > maxMethods {
			t.Errorf("%s has %d methods, more than %d", name, len(methods), maxMethods)
		}
	}
	if checked < 10 {
		t.Errorf("found only %d interfaces", checked)
	}
}

func (all interfaces) read(file string) error {
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	imports := map[string]string{}
	for _, spec := range parsed.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return err
		}
		name := path.Base(imported)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		imports[name] = strings.TrimPrefix(imported, module)
	}
	folder := strings.TrimPrefix(filepath.ToSlash(filepath.Dir(file)), "../../")
	for _, declaration := range parsed.Decls {
		types, ok := declaration.(*ast.GenDecl)
		if !ok || types.Tok != token.TYPE {
			continue
		}
		for _, spec := range types.Specs {
			spec := spec.(*ast.TypeSpec)
			if found, ok := spec.Type.(*ast.InterfaceType); ok {
				all[folder+"."+spec.Name.Name] = &declaredInterface{found, folder, imports}
			}
		}
	}
	return nil
}

// collect adds the methods of the interface and of those that it embeds.
func (all interfaces) collect(t *testing.T, name string, methods map[string]bool) {
	t.Helper()
	declared, ok := all[name]
	if !ok {
		t.Errorf("the embedded interface %s was not found", name)
		return
	}
	for _, field := range declared.spec.Methods.List {
		for _, method := range field.Names {
			methods[method.Name] = true
		}
		if len(field.Names) > 0 {
			continue
		}
		switch embedded := field.Type.(type) {
		case *ast.Ident:
			all.collect(t, declared.folder+"."+embedded.Name, methods)
		case *ast.SelectorExpr:
			all.collect(t, declared.imports[embedded.X.(*ast.Ident).Name]+"."+embedded.Sel.Name, methods)
		default:
			t.Errorf("%s embeds something that this test cannot count", name)
		}
	}
}
